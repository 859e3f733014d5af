import { type SelectQueryBuilder, sql } from "kysely"
import { chunksOf } from "../../../core/chunks.ts"
import type { Database, Schema, TableWith } from "./schema.ts"

/** Groups rows by owner and keeps their order. */
export function groupByOwner<Row, Item>(
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

/** Both engines limit the number of parameters, and building a long statement blocks the thread. */
export function inChunks<T>(items: readonly T[], size = 100): readonly (readonly T[])[] {
  return chunksOf(items, size)
}

/** Reads the rows of many ids or names in several statements. */
export async function listInChunks<Row>(
  values: readonly string[],
  list: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const chunk of inChunks(values)) rows.push(...(await list(padded(chunk))))
  return rows
}

/** The same for references of two forms: one chunk may name an object by id and another by name. */
export async function listNamed<Row extends { readonly id: string }>(
  references: readonly string[],
  list: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return [...new Map((await listInChunks(references, list)).map((row) => [row.id, row])).values()]
}

export async function findRow<DB, T extends keyof DB, Row, Item>(
  rows: SelectQueryBuilder<DB, T, Row>,
  toItem: (row: Row) => Item,
): Promise<Item | undefined> {
  const [row] = await rows.execute()
  return row && toItem(row)
}

/** Keeps the row, so that its id stays reserved. */
export function markDeleted(db: Database, table: TableWith<"id" | "deleted_at">) {
  return async (id: string, now: number): Promise<void> => {
    await db.updateTable(table).set({ deleted_at: now }).where("id", "=", id).execute()
  }
}

export async function countRows<T extends keyof Schema>(rows: SelectQueryBuilder<Schema, T, object>): Promise<number> {
  const { count } = await rows.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()
  return count
}

/** Stops counting at a limit, so that a large table does not delay the caller. */
export async function countUpTo<T extends keyof Schema>(
  db: Database,
  rows: SelectQueryBuilder<Schema, T, object>,
  atMost: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(rows.limit(atMost).as("some"))
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count
}

/** Repeats the last value up to a power of two. Engines cache statements by length, so few lengths keep the cache small. */
export function padded<T>(values: readonly T[]): readonly T[] {
  const last = values.at(-1)
  if (last === undefined) return values
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...new Array<T>(length - values.length).fill(last)]
}
