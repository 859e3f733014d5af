/** Tracks what the cached records of one store depend on. Invalidating a shared dependency makes all its records stale at once. */
export interface Dependencies {
  /** When this returns, every record that depends on these ids is stale, and no running load restores it. */
  invalidate(ids: readonly string[]): void
  invalidateAll(): void
  /** Grows with every invalidation. A record loaded under an older generation is not cached. */
  readonly generation: number
  track(record: Dependent): void
  untrack(record: Dependent): void
  retain(ids: readonly string[]): readonly SharedDependency[]
  release(shared: readonly SharedDependency[]): void
}

/** A record in the list of those with the same own id. */
export interface Dependent {
  readonly ownId: string | undefined
  isStale: boolean
  next: Dependent | undefined
}

/** A dependency that any number of records share, such as an API. */
export interface SharedDependency {
  readonly id: string
  isStale: boolean
  users: number
}

export function createDependencies(): Dependencies {
  /** First record in the list of those with this own id. */
  const owners = new Map<string, Dependent>()
  const shared = new Map<string, SharedDependency>()
  /** The latest list by its first id, because most records share a whole list. */
  const lists = new Map<string, readonly SharedDependency[]>()
  let generation = 0

  const markStale = (id: string) => {
    for (let record = owners.get(id); record !== undefined; record = record.next) record.isStale = true
    owners.delete(id)
    const dependency = shared.get(id)
    if (dependency === undefined) return
    dependency.isStale = true
    forget(id)
  }
  const forget = (id: string) => {
    shared.delete(id)
    lists.delete(id)
  }
  const sharedOf = (id: string): SharedDependency => {
    const known = shared.get(id)
    if (known !== undefined) return known
    const dependency = { id, isStale: false, users: 0 }
    shared.set(id, dependency)
    return dependency
  }
  const listOf = (ids: readonly string[]): readonly SharedDependency[] => {
    const [first = ""] = ids
    const known = lists.get(first)
    if (known !== undefined && isOf(known, ids)) return known
    const list = ids.map(sharedOf)
    lists.set(first, list)
    return list
  }
  return {
    get generation() {
      return generation
    },
    invalidate(ids) {
      generation += 1
      for (const id of ids) markStale(id)
    },
    invalidateAll() {
      generation += 1
      for (const id of [...owners.keys(), ...shared.keys()]) markStale(id)
    },
    track(record) {
      const { ownId } = record
      if (ownId === undefined) return
      record.next = owners.get(ownId)
      owners.set(ownId, record)
    },
    untrack(record) {
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
    retain(ids) {
      if (ids.length === 0) return none
      const list = listOf(ids)
      for (const dependency of list) dependency.users += 1
      return list
    },
    release(list) {
      for (const dependency of list) {
        dependency.users -= 1
        if (dependency.users > 0 || dependency.isStale) continue
        // A cached list may still contain it, and no later change would reach it.
        dependency.isStale = true
        forget(dependency.id)
      }
    },
  }
}

const none: readonly never[] = []

function isOf(shared: readonly SharedDependency[], ids: readonly string[]): boolean {
  return shared.length === ids.length && shared.every(({ id, isStale }, index) => id === ids[index] && !isStale)
}
