import type { Dependencies, Dependent, SharedDependency } from "./cache-dependencies.ts"

/** Caches records until a dependency changes. It holds hundreds of thousands, so each entry uses few objects. */
export interface RecordCache<Value> {
  /** Returns the cached record or loads it. Parallel calls share one load. `undefined` is cached, and scopes are separate. */
  get(name: string, load: () => Promise<Loaded<Value> | undefined>, scope?: string): Promise<Value | undefined>
  /** Forgets the record, so that the next call loads it. */
  evict(name: string, scope?: string): void
  /** Returns null if the record is known to be absent, undefined if it is not cached. */
  peek(name: string, scope?: string): Value | null | undefined
  /** Returns a cached record with all that it depends on. */
  peekLoaded(name: string, scope?: string): Loaded<Value> | undefined
}

export interface Loaded<Value> {
  readonly value: Value
  /** The first id belongs to few records; any number may share the others. */
  readonly dependsOn: readonly string[]
}

interface Entry<Value> extends Dependent {
  readonly scope: string
  /** Null means known to be absent. */
  readonly value: Value | null
  /** Dependencies apart from its own id. */
  readonly shared: readonly SharedDependency[]
  /** Whether it was read since the last eviction. */
  wasUsed: boolean
}

interface Load<Value> {
  readonly generation: number
  readonly promise: Promise<Value | undefined>
}

interface Bounds<Value> {
  readonly maxEntries: number
  /** Size of all records, estimated by `bytesOf`. */
  readonly maxBytes: number
  bytesOf(value: Value): number
}

/** Overhead per record: its name, map entries and this object. */
const bytesOfEntry = 250

/** Cached absences depend on this id, which is invalidated whenever something new can be found. */
export const negativeEntries = "absence"
const dependsOnNegativeEntries = [negativeEntries]

export function createRecordCache<Value>(dependencies: Dependencies, bounds: Bounds<Value>): RecordCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  let bytes = 0

  const sizeOf = (value: Value | null) => bytesOfEntry + (value === null ? 0 : bounds.bytesOf(value))

  const remove = (name: string, entry: Entry<Value>) => {
    entries.delete(name)
    bytes -= sizeOf(entry.value)
    dependencies.untrack(entry)
    dependencies.release(entry.shared)
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

  /** The first scope uses the bare name, because joining strings costs more than a lookup. */
  const placeOf = (name: string, scope: string): string => {
    const holder = entries.get(name)
    return holder === undefined || holder.scope === scope ? name : scopedName(name, scope)
  }

  /** Evicts the oldest unread records. Records that were read stay for one more round. */
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
    const shared = dependencies.retain(loaded === undefined ? dependsOnNegativeEntries : others)
    const entry = { value, scope, ownId, shared, wasUsed: false, isStale: false, next: undefined }
    dependencies.track(entry)
    entries.set(name, entry)
    bytes += size
  }

  const loads = createSharedLoads<Value>(dependencies, (name, scope, loaded) => {
    const place = placeOf(name, scope)
    if (!entries.has(place)) keep(place, scope, loaded)
  })

  return {
    peek: (name, scope = everywhere) => find(name, scope)?.value,

    peekLoaded(name, scope = everywhere) {
      const entry = find(name, scope)
      if (entry === undefined || entry.value === null) return undefined
      const others = entry.shared.map(({ id }) => id)
      return { value: entry.value, dependsOn: entry.ownId === undefined ? others : [entry.ownId, ...others] }
    },

    evict(name, scope = everywhere) {
      const place = placeOf(name, scope)
      const entry = entries.get(place)
      if (entry !== undefined && entry.scope === scope) remove(place, entry)
    },

    get(name, load, scope = everywhere) {
      const entry = find(name, scope)
      if (entry !== undefined) return Promise.resolve(entry.value ?? undefined)
      return loads.share(name, load, scope)
    },
  }
}

type Keep<Value> = (name: string, scope: string, loaded: Loaded<Value> | undefined) => void

/** Parallel calls for one record share a load. What it has loaded is kept, unless something has changed since it began. */
function createSharedLoads<Value>(dependencies: Dependencies, keep: Keep<Value>) {
  const loads = new Map<string, Load<Value>>()

  const start = (name: string, load: () => Promise<Loaded<Value> | undefined>, scope: string) => {
    const { generation } = dependencies
    const scoped = scopedName(name, scope)
    const end = () => {
      if (loads.get(scoped)?.promise === promise) loads.delete(scoped)
    }
    const promise = load().then(
      (loaded) => {
        end()
        if (dependencies.generation === generation) keep(name, scope, loaded)
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
    share(name: string, load: () => Promise<Loaded<Value> | undefined>, scope: string): Promise<Value | undefined> {
      const underWay = loads.get(scopedName(name, scope))
      // A load from before the last change may be outdated, so only earlier callers receive it.
      if (underWay !== undefined && underWay.generation === dependencies.generation) return underWay.promise
      return start(name, load, scope)
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
