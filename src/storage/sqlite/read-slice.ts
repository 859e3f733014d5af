import type { ThreadClient } from "./thread-client.ts"
import { rowsOf, type Tree } from "./trees.ts"

/** The keys of a row, in the order of the tree. */
export type Position = readonly unknown[]

/** Reads a slice of a tree, and returns the position of its last row; undefined at the end of the tree. */
export async function readSlice(
  thread: ThreadClient,
  tree: Tree,
  { after, rows }: { readonly after: Position | undefined; readonly rows: number },
): Promise<Position | undefined> {
  let left = rows
  for (const range of rangesAfter(tree, after)) {
    const end = await readRange(thread, { ...range, tree, left })
    if (end.position !== undefined) return end.position
    left -= end.rows
  }
  return undefined
}

interface Range {
  readonly condition: string | undefined
  readonly parameters: Position
}

/**
 * The rows behind a position: first those that differ in the last key only. One comparison of all keys would be shorter, but
 * finds no row after a key that is null.
 */
function rangesAfter({ keys }: Tree, after: Position | undefined): readonly Range[] {
  if (after === undefined) return [{ condition: undefined, parameters: [] }]
  return keys
    .map((key, index) => {
      const last = after[index]
      const equal = keys.slice(0, index).map((one) => `${one} is ?`)
      const condition = [...equal, last === null ? `${key} is not null` : `${key} > ?`].join(" and ")
      return { condition, parameters: last === null ? after.slice(0, index) : after.slice(0, index + 1) }
    })
    .reverse()
}

interface RangeToRead extends Range {
  readonly tree: Tree
  readonly left: number
}

async function readRange(thread: ThreadClient, { tree, condition, parameters, left }: RangeToRead) {
  const { from, keys, columns } = tree
  const conditions = [tree.condition, condition].filter((one) => one !== undefined).map((one) => `(${one})`)
  const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`
  const order = `order by ${keys.join(", ")}`
  // The length of a text needs all of its pages.
  const sizes = columns.map((column) => `total(length(${column}))`).join(" + ")
  const [read] = await rowsOf<{ count: number }>(
    thread,
    `select count(*) as count, ${sizes} as size
     from (select ${columns.join(", ")} from ${from} ${where} ${order} limit ${left})`,
    ...parameters,
  )
  const rows = read?.count ?? 0
  if (rows < left) return { rows, position: undefined }
  const named = keys.map((key, index) => `${key} as key${index}`)
  const [last] = await rowsOf<Record<string, unknown>>(
    thread,
    `select ${named.join(", ")} from ${from} ${where} ${order} limit 1 offset ${left - 1}`,
    ...parameters,
  )
  return { rows, position: last && Object.values(last) }
}
