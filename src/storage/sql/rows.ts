import { chunksOf } from "../../core/chunks.ts"

/** Rows of many owners as one list per owner, in the order of the rows. */
export function grouped<Row, Item>(
  rows: readonly Row[],
  ownerOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const row of rows) {
    const owner = ownerOf(row)
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [itemOf(row)])
    else group.push(itemOf(row))
  }
  return groups
}

/** As many as go well in one statement: both engines bound its parameters, and building a long one holds everything up. */
export function inChunks<T>(items: readonly T[], size = 100): readonly (readonly T[])[] {
  return chunksOf(items, size)
}

/**
 * The same values, the last one repeated up to the next power of two. Both engines keep every statement they have seen,
 * and a list of another length is another statement: this way lists of all lengths need only a few.
 */
export function padded<T>(values: readonly T[]): readonly T[] {
  const last = values.at(-1)
  if (last === undefined) return values
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...new Array<T>(length - values.length).fill(last)]
}
