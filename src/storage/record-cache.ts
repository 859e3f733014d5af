import type { Awaitable } from "../core/awaitable.ts"

/**
 * Records kept in memory until something they depend on changes. A dependency is a cell that all records of it share:
 * making the cell stale takes every one of them out at once, without looking for them.
 */
export interface RecordCache<Value> {
  /** From memory, or loaded; parallel calls for one name share a load. `undefined` is remembered too. */
  get(name: string, load: () => Awaitable<Loaded<Value> | undefined>): Awaitable<Value | undefined>
  /** As `get` where the record is in memory; tells a known absence (null) from nothing known (undefined). */
  peek(name: string): Value | null | undefined
}

export interface Loaded<Value> {
  readonly value: Value
  readonly dependsOn: readonly string[]
}

/** The dependencies that all caches of one store share. */
export interface Dependencies {
  /** Every record that depends on one of these is gone when this returns, and no load under way brings it back. */
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
  /** Grows with every invalidation: what was loaded under an older number is not kept. */
  readonly generation: number
  hold(id: string): Cell
  letGo(cell: Cell): void
}

export interface Cell {
  readonly id: string
  isStale: boolean
  holders: number
}

export function createDependencies(): Dependencies {
  const cells = new Map<string, Cell>()
  let generation = 0
  const spoil = (id: string) => {
    const cell = cells.get(id)
    if (cell === undefined) return
    cell.isStale = true
    cells.delete(id)
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
      for (const id of [...cells.keys()]) spoil(id)
    },
    hold(id) {
      const known = cells.get(id)
      if (known !== undefined) {
        known.holders += 1
        return known
      }
      const cell = { id, isStale: false, holders: 1 }
      cells.set(id, cell)
      return cell
    },
    letGo(cell) {
      cell.holders -= 1
      if (cell.holders === 0 && !cell.isStale) cells.delete(cell.id)
    },
  }
}

interface Entry<Value> {
  /** null: known to be absent. */
  readonly value: Value | null
  readonly cells: readonly Cell[]
  readonly bytes: number
  /** Whether it was asked for since room was last made. */
  wasUsed: boolean
  /** The generation in which all cells were last found fresh: until the next one nothing can have spoiled them. */
  freshIn: number
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

/** What a record takes beside its value: its name, its place in the map, its cells. */
const bytesOfEntry = 300

/** What is absent depends on this: it is invalidated whenever something new can be found. */
export const absence = "absence"

export function createRecordCache<Value>(dependencies: Dependencies, bounds: Bounds<Value>): RecordCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  let bytes = 0
  const loads = new Map<string, Load<Value>>()

  const remove = (name: string, entry: Entry<Value>) => {
    entries.delete(name)
    bytes -= entry.bytes
    for (const cell of entry.cells) dependencies.letGo(cell)
  }

  const find = (name: string): Entry<Value> | undefined => {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    entry.wasUsed = true
    if (entry.freshIn === dependencies.generation) return entry
    if (entry.cells.some(({ isStale }) => isStale)) {
      remove(name, entry)
      return undefined
    }
    entry.freshIn = dependencies.generation
    return entry
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
    const size = bytesOfEntry + (loaded === undefined ? 0 : bounds.bytesOf(loaded.value))
    makeRoom(size)
    const cells = (loaded?.dependsOn ?? [absence]).map((id) => dependencies.hold(id))
    const value = loaded?.value ?? null
    entries.set(name, { value, cells, bytes: size, wasUsed: false, freshIn: dependencies.generation })
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
