import type { ObjectCounts } from "../port/store.ts"
import { countRows } from "./rows.ts"
import { countInSteps, isWithin, type ScanRange } from "./scan.ts"
import type { Database } from "./schema.ts"

type Table = "apis" | "identities" | "keys"

export async function countObjects(db: Database, workspaceId: string): Promise<ObjectCounts> {
  const idsOf = (table: Table, range: ScanRange<string>) => {
    const ids = db.selectFrom(table).where(`${table}.workspace_id`, "=", workspaceId)
    return isWithin(`${table}.id`, range, false).reduce((some, condition) => some.where(condition), ids)
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
      count(range) {
        const live = idsOf(table, range).where(`${table}.deleted_at`, "is", null)
        if (table !== "keys") return countRows(live)
        return countRows(live.innerJoin("apis", "apis.id", "keys.api_id").where("apis.deleted_at", "is", null))
      },
    })
  return { apis: await countOf("apis"), identities: await countOf("identities"), keys: await countOf("keys") }
}
