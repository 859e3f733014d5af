import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely"
import type { SearchQuery } from "../../port/collection.ts"
import type { Database, TableWith } from "../schema/schema.ts"
import { searching } from "./search.ts"

/** Rows per statement if no index covers the filter. They take a few milliseconds, and then other work can run. */
export const rowsPerStep = 2_000

/** A range of rows between two positions; either may be absent. */
export interface ScanRange<Position> {
  readonly after: Position | undefined
  readonly upTo: Position | undefined
}

interface Scan<Position, Row> {
  readonly limit: number
  readonly after: Position | undefined
  /** Returns the position that many rows further, regardless of the filter; undefined if fewer rows remain. */
  skip(after: Position | undefined, rows: number): Promise<Position | undefined>
  list(range: ScanRange<Position>, limit: number): Promise<readonly Row[]>
}

/** Returns the first rows that match a filter, in short steps. */
export async function scanInSteps<Position, Row>(scan: Scan<Position, Row>): Promise<readonly Row[]> {
  const found: Row[] = []
  let { after } = scan
  for (;;) {
    const upTo = await scan.skip(after, rowsPerStep)
    found.push(...(await scan.list({ after, upTo }, scan.limit - found.length)))
    if (upTo === undefined || found.length >= scan.limit) return found
    after = upTo
  }
}

type CountScan<Position> = Pick<Scan<Position, unknown>, "skip"> & {
  /** It stops when there are more. */
  readonly atMost?: number
  count(range: ScanRange<Position>): Promise<number>
}

/** Counts the rows that match a filter, in short steps. Rows that change during the count may be missing or counted. */
export async function countInSteps<Position>(scan: CountScan<Position>): Promise<number> {
  const { skip, count, atMost = Number.POSITIVE_INFINITY } = scan
  let total = 0
  let after: Position | undefined
  for (;;) {
    const upTo = await skip(after, rowsPerStep)
    total += await count({ after, upTo })
    if (upTo === undefined || total > atMost) return total
    after = upTo
  }
}

/** The conditions of a range of ids. `after` comes first in the order of the list, so descending it is the largest. */
export function isWithin(
  column: string,
  { after, upTo }: ScanRange<string>,
  isDescending: boolean,
): readonly RawBuilder<SqlBool>[] {
  const id = sql.ref(column)
  const conditions: RawBuilder<SqlBool>[] = []
  if (after !== undefined) conditions.push(isDescending ? sql`${id} < ${after}` : sql`${id} > ${after}`)
  if (upTo !== undefined) conditions.push(isDescending ? sql`${id} >= ${upTo}` : sql`${id} <= ${upTo}`)
  return conditions
}

interface Search<DB, T extends keyof DB, Row> {
  readonly db: Database
  readonly table: TableWith<"id" | "workspace_id">
  readonly workspaceId: string
  readonly query: SearchQuery
  /** The rows of the workspace. */
  readonly rows: SelectQueryBuilder<DB, T, Row>
  /** The columns that a search compares. */
  readonly columns: readonly string[]
  /** Whether many rows of the workspace may be missing in `rows`, and no index skips them. */
  readonly isSparse?: boolean
}

/** Reads one page of a searchable list, by id. Without a search, an index finds the page in one step. */
export function searchInSteps<DB, T extends keyof DB, Row>(wanted: Search<DB, T, Row>): Promise<readonly Row[]> {
  const { db, table, workspaceId, query, rows, columns, isSparse = false } = wanted
  const { limit, after, search, isDescending = false } = query
  const direction = isDescending ? "desc" : "asc"
  const list = (range: ScanRange<string>, atMost: number): Promise<readonly Row[]> => {
    let some = rows
    for (const condition of isWithin("id", range, isDescending)) some = some.where(condition)
    if (search !== undefined) some = some.where(searching(search, ...columns))
    return some.orderBy(sql.ref("id"), direction).limit(atMost).execute()
  }
  if (search === undefined && !isSparse) return list({ after, upTo: undefined }, limit)
  const skip = async (position: string | undefined, count: number) => {
    let ids = db.selectFrom(table).select("id").where("workspace_id", "=", workspaceId)
    if (position !== undefined) ids = ids.where("id", isDescending ? "<" : ">", position)
    const row = await ids
      .orderBy("id", direction)
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst()
    return row?.id
  }
  return scanInSteps({ limit, after, skip, list })
}
