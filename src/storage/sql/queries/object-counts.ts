import { sql } from "kysely"
import type { ObjectCounts } from "../../port/workspaces.ts"
import { countRows } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { countInSteps, isWithin, type ScanRange } from "./scan.ts"

type Table = "apis" | "identities" | "keys"

export async function countObjects(db: Database, workspaceId: string): Promise<ObjectCounts> {
  const keysByApi = new Map<string, number>()
  const idsOf = (table: Table, range: ScanRange<string>) => {
    const ids = db.selectFrom(table).where(`${table}.workspace_id`, "=", workspaceId)
    return isWithin(`${table}.id`, range, false).reduce((some, condition) => some.where(condition), ids)
  }
  const countKeys = async (range: ScanRange<string>): Promise<number> => {
    const rows = await idsOf("keys", range)
      .where("keys.deleted_at", "is", null)
      .innerJoin("apis", "apis.id", "keys.api_id")
      .where("apis.deleted_at", "is", null)
      .select(["apis.id", sql<number>`count(*)`.as("count")])
      .groupBy("apis.id")
      .execute()
    for (const { id, count } of rows) keysByApi.set(id, (keysByApi.get(id) ?? 0) + count)
    return rows.reduce((sum, { count }) => sum + count, 0)
  }
  const countOf = (table: Table) =>
    countInSteps<string>({
      async skip(after, rows) {
        const ids = idsOf(table, { after, upTo: undefined }).select(`${table}.id`).orderBy(`${table}.id`)
        return (
          await ids
            .offset(rows - 1)
            .limit(1)
            .executeTakeFirst()
        )?.id
      },
      count: (range) =>
        table === "keys" ? countKeys(range) : countRows(idsOf(table, range).where(`${table}.deleted_at`, "is", null)),
    })
  const apis = await countOf("apis")
  const identities = await countOf("identities")
  const keys = await countOf("keys")
  return { apis, identities, keys, keysByApi }
}
