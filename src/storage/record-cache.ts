import type { Awaitable } from "../core/awaitable.ts"

/**
 * Records kept in memory until something they depend on changes. What many records share, an API for example, is a cell:
 * making it stale takes every one of them out at once, without looking for them. What is a record's own is looked up.
 * Hundreds of thousands of records are kept, so each has as few objects around it as possible.
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

/** The dependencies that all caches of one store share. */
export interface Dependencies {
  /** Every record that depends on one of these is gone when this returns, and no load under way brings it back. */
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
  /** Grows with every invalidation: what was loaded under an older number is not kept. */
  readonly generation: number
  bind(record: Dependent): void
  unbind(record: Dependent): void
  hold(ids: readonly string[]): readonly Cell[]
  letGo(cells: readonly Cell[]): void
}

/** A record, as one of the few that depend on the same thing. */
interface Dependent {
  readonly ownId: string | undefined
  isStale: boolean
  next: Dependent | undefined
}

interface Cell {
  readonly id: string
  isStale: boolean
  holders: number
}

export function createDependencies(): Dependencies {
  /** The first of those that depend on an id as their own. */
  const owners = new Map<string, Dependent>()
  const cells = new Map<string, Cell>()
  /** By the first id in it, the list that was made last, since most records share all that they share. */
  const lists = new Map<string, readonly Cell[]>()
  let generation = 0

  const spoil = (id: string) => {
    for (let record = owners.get(id); record !== undefined; record = record.next) record.isStale = true
    owners.delete(id)
    const cell = cells.get(id)
    if (cell === undefined) return
    cell.isStale = true
    forget(id)
  }
  const forget = (id: string) => {
    cells.delete(id)
    lists.delete(id)
  }
  const cellOf = (id: string): Cell => {
    const known = cells.get(id)
    if (known !== undefined) return known
    const cell = { id, isStale: false, holders: 0 }
    cells.set(id, cell)
    return cell
  }
  const listOf = (ids: readonly string[]): readonly Cell[] => {
    const [first = ""] = ids
    const known = lists.get(first)
    if (known !== undefined && isOf(known, ids)) return known
    const list = ids.map(cellOf)
    lists.set(first, list)
    return list
  }
  return {
    get generation() {
      return generation
    },
    invalidate(ids) {
      generation += 1
      for (const id of ids) spoil(id)
    },
    invalidateAll() {
      generation += 1
      for (const id of [...owners.keys(), ...cells.keys()]) spoil(id)
    },
    bind(record) {
      const { ownId } = record
      if (ownId === undefined) return
      record.next = owners.get(ownId)
      owners.set(ownId, record)
    },
    unbind(record) {
      const { ownId, next } = record
      if (ownId === undefined || record.isStale) return
      let before = owners.get(ownId)
      if (before === record) {
        if (next === undefined) owners.delete(ownId)
        else owners.set(ownId, next)
        return
      }
      while (before !== undefined && before.next !== record) before = before.next
      if (before !== undefined) before.next = next
    },
    hold(ids) {
      if (ids.length === 0) return none
      const list = listOf(ids)
      for (const cell of list) cell.holders += 1
      return list
    },
    letGo(list) {
      for (const cell of list) {
        cell.holders -= 1
        if (cell.holders > 0 || cell.isStale) continue
        // A list that it is part of may be kept: nobody must be given a cell that no change would reach any more.
        cell.isStale = true
        forget(cell.id)
      }
    },
  }
}

const none: readonly never[] = []

function isOf(cells: readonly Cell[], ids: readonly string[]): boolean {
  return cells.length === ids.length && cells.every(({ id, isStale }, index) => id === ids[index] && !isStale)
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
