import { type SelectQueryBuilder, type SqlBool, sql } from "kysely"
import type { SearchQuery } from "../port/store.ts"
import type { Database } from "./schema.ts"
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

type Table = "apis" | "identities" | "permissions" | "ratelimit_namespaces" | "roles" | "root_keys"

interface Search<DB, T extends keyof DB, Row> {
  readonly db: Database
  readonly table: Table
  readonly workspaceId: string
  readonly query: SearchQuery
  /** The rows of the workspace. */
  readonly rows: SelectQueryBuilder<DB, T, Row>
  /** The columns that a search compares. */
  readonly columns: readonly string[]
}

/** Reads one page of a searchable list, by id. Without a search, an index finds the page in one step. */
export function searchInSteps<DB, T extends keyof DB, Row>(wanted: Search<DB, T, Row>): Promise<readonly Row[]> {
  const { db, table, workspaceId, query, rows, columns } = wanted
  const { limit, after, search } = query
  const id = sql.ref("id")
  const list = (range: ScanRange<string>, atMost: number): Promise<readonly Row[]> => {
    let some = rows
    if (range.after !== undefined) some = some.where(sql<SqlBool>`${id} > ${range.after}`)
    if (range.upTo !== undefined) some = some.where(sql<SqlBool>`${id} <= ${range.upTo}`)
    if (search !== undefined) some = some.where(searching(search, ...columns))
    return some.orderBy(id).limit(atMost).execute()
  }
  if (search === undefined) return list({ after, upTo: undefined }, limit)
  const skip = async (position: string | undefined, count: number) => {
    let ids = db.selectFrom(table).select("id").where("workspace_id", "=", workspaceId)
    if (position !== undefined) ids = ids.where("id", ">", position)
    const row = await ids
      .orderBy("id")
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst()
    return row?.id
  }
  return scanInSteps({ limit, after, skip, list })
}
