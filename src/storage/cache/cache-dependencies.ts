/**
 * What the records of all caches of one store depend on. What many of them share, an API for example, is a cell: making
 * it stale takes every one of them out at once, without looking for them. What is a record's own is looked up.
 */
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
export interface Dependent {
  readonly ownId: string | undefined
  isStale: boolean
  next: Dependent | undefined
}

/** Something that any number of records share. */
export interface Cell {
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
