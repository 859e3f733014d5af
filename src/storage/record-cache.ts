import type { Awaitable } from "../core/awaitable.ts"
import type { Cell, Dependencies, Dependent } from "./dependencies.ts"

/**
 * Records kept in memory until something they depend on changes. Hundreds of thousands of them are kept, so each has as
 * few objects around it as possible.
 */
export interface RecordCache<Value> {
  /** From memory, or loaded; parallel calls for one name share a load. `undefined` is remembered too. */
  get(name: string, load: () => Awaitable<Loaded<Value> | undefined>): Awaitable<Value | undefined>
  /** As `get` where the record is in memory; tells a known absence (null) from nothing known (undefined). */
  peek(name: string): Value | null | undefined
}

export interface Loaded<Value> {
  readonly value: Value
  /** The first is its own: few other records depend on it. The others may be shared by any number. */
  readonly dependsOn: readonly string[]
}

interface Entry<Value> extends Dependent {
  /** null: known to be absent. */
  readonly value: Value | null
  /** What it depends on beside its own. */
  readonly shared: readonly Cell[]
  /** Whether it was asked for since room was last made. */
  wasUsed: boolean
}

interface Load<Value> {
  readonly generation: number
  readonly promise: Promise<Value | undefined>
}

interface Bounds<Value> {
  readonly maxEntries: number
  /** All records together, by the estimate of `bytesOf`. */
  readonly maxBytes: number
  bytesOf(value: Value): number
}

/** What a record takes beside its value: its name, its places in the maps, its entry. */
const bytesOfEntry = 250

/** What is absent depends on this: it is invalidated whenever something new can be found. */
export const absence = "absence"
const onAbsence = [absence]

export function createRecordCache<Value>(dependencies: Dependencies, bounds: Bounds<Value>): RecordCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  let bytes = 0
  const loads = new Map<string, Load<Value>>()

  const sizeOf = (value: Value | null) => bytesOfEntry + (value === null ? 0 : bounds.bytesOf(value))

  const remove = (name: string, entry: Entry<Value>) => {
    entries.delete(name)
    bytes -= sizeOf(entry.value)
    dependencies.unbind(entry)
    dependencies.letGo(entry.shared)
  }

  const find = (name: string): Entry<Value> | undefined => {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    entry.wasUsed = true
    if (!isStale(entry)) return entry
    remove(name, entry)
    return undefined
  }

  /** Takes out the oldest that nobody asked for; what was asked for gets one more turn. */
  const makeRoom = (needed: number) => {
    for (const [name, entry] of entries) {
      if (entries.size < bounds.maxEntries && bytes + needed <= bounds.maxBytes) return
      if (entry.wasUsed) {
        entry.wasUsed = false
        entries.delete(name)
        entries.set(name, entry)
      } else {
        remove(name, entry)
      }
    }
  }

  const keep = (name: string, loaded: Loaded<Value> | undefined) => {
    const value = loaded?.value ?? null
    const size = sizeOf(value)
    makeRoom(size)
    const [ownId, ...others] = loaded?.dependsOn ?? []
    const shared = dependencies.hold(loaded === undefined ? onAbsence : others)
    const entry = { value, ownId, shared, wasUsed: false, isStale: false, next: undefined }
    dependencies.bind(entry)
    entries.set(name, entry)
    bytes += size
  }

  const finish = (name: string, generation: number, loaded: Loaded<Value> | undefined): Value | undefined => {
    if (dependencies.generation === generation && !entries.has(name)) keep(name, loaded)
    return loaded?.value
  }

  const startLoad = (name: string, load: () => Awaitable<Loaded<Value> | undefined>): Awaitable<Value | undefined> => {
    const { generation } = dependencies
    const loading = load()
    if (!(loading instanceof Promise)) return finish(name, generation, loading)
    const promise = loading
      .then((loaded) => finish(name, generation, loaded))
      .finally(() => {
        if (loads.get(name)?.promise === promise) loads.delete(name)
      })
    loads.set(name, { generation, promise })
    return promise
  }

  return {
    peek: (name) => find(name)?.value,

    get(name, load) {
      const entry = find(name)
      if (entry !== undefined) return entry.value ?? undefined
      const underWay = loads.get(name)
      // A load from before the last change may show the state before it, and so serves those only who asked before.
      if (underWay !== undefined && underWay.generation === dependencies.generation) return underWay.promise
      return startLoad(name, load)
    },
  }
}

function isStale(entry: Entry<unknown>): boolean {
  if (entry.isStale) return true
  for (const cell of entry.shared) if (cell.isStale) return true
  return false
}
