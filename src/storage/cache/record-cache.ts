import type { Cell, Dependencies, Dependent } from "./cache-dependencies.ts"

/**
 * Records kept in memory until something they depend on changes. Hundreds of thousands of them are kept, so each has as
 * few objects around it as possible.
 */
export interface RecordCache<Value> {
  /**
   * From memory, or loaded; parallel calls for one name share a load. `undefined` is remembered too. The same name in
   * another scope is another record.
   */
  get(name: string, load: () => Promise<Loaded<Value> | undefined>, scope?: string): Promise<Value | undefined>
  /** The record if it is in memory; null if it is known to be absent, undefined if nothing is known. */
  peek(name: string, scope?: string): Value | null | undefined
}

export interface Loaded<Value> {
  readonly value: Value
  /** The first is its own: few other records depend on it. The others may be shared by any number. */
  readonly dependsOn: readonly string[]
}

interface Entry<Value> extends Dependent {
  readonly scope: string
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

  const find = (name: string, scope: string): Entry<Value> | undefined => {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    if (entry.scope !== scope) return find(scopedName(name, scope), scope)
    entry.wasUsed = true
    if (!isStale(entry)) return entry
    remove(name, entry)
    return undefined
  }

  /**
   * The bare name for the first scope that uses it: nearly all have one, and joining texts costs more than a look-up. When
   * its record goes, those of other scopes are loaded again.
   */
  const placeOf = (name: string, scope: string): string => {
    const holder = entries.get(name)
    return holder === undefined || holder.scope === scope ? name : scopedName(name, scope)
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

  const keep = (name: string, scope: string, loaded: Loaded<Value> | undefined) => {
    const value = loaded?.value ?? null
    const size = sizeOf(value)
    makeRoom(size)
    const [ownId, ...others] = loaded?.dependsOn ?? []
    const shared = dependencies.hold(loaded === undefined ? onAbsence : others)
    const entry = { value, scope, ownId, shared, wasUsed: false, isStale: false, next: undefined }
    dependencies.bind(entry)
    entries.set(name, entry)
    bytes += size
  }

  const startLoad = (
    name: string,
    load: () => Promise<Loaded<Value> | undefined>,
    scope: string,
  ): Promise<Value | undefined> => {
    const { generation } = dependencies
    const scoped = scopedName(name, scope)
    const end = () => {
      if (loads.get(scoped)?.promise === promise) loads.delete(scoped)
    }
    const promise = load().then(
      (loaded) => {
        end()
        const place = placeOf(name, scope)
        if (dependencies.generation === generation && !entries.has(place)) keep(place, scope, loaded)
        return loaded?.value
      },
      (error: unknown) => {
        end()
        throw error
      },
    )
    loads.set(scoped, { generation, promise })
    return promise
  }

  return {
    peek: (name, scope = everywhere) => find(name, scope)?.value,

    get(name, load, scope = everywhere) {
      const entry = find(name, scope)
      if (entry !== undefined) return Promise.resolve(entry.value ?? undefined)
      const underWay = loads.get(scopedName(name, scope))
      // A load from before the last change may show the state before it, and so serves those only who asked before.
      if (underWay !== undefined && underWay.generation === dependencies.generation) return underWay.promise
      return startLoad(name, load, scope)
    },
  }
}

const everywhere = ""

function scopedName(name: string, scope: string): string {
  return `${scope}/${name}`
}

function isStale(entry: Entry<unknown>): boolean {
  if (entry.isStale) return true
  for (const cell of entry.shared) if (cell.isStale) return true
  return false
}
