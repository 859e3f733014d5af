import type { QuotaCheck } from "../../port/collection.ts"
import type { Database, Schema } from "../schema/schema.ts"
import { isSqlite, statement } from "../statements/statement.ts"
import { executeBuilt } from "../statements/statement-driver.ts"
import { writeQuery } from "../statements/write-query.ts"

type Kind = Schema["quota_bounds"]["kind"]

interface CountedQuota extends QuotaCheck {
  readonly workspaceId: string
  readonly kind: Kind
  /** Counts the objects, which takes long if there are many. */
  count(): Promise<number>
}

/** Nodes of a version before this table do not raise the bound, so each bound is used for a limited time. */
const boundLastsMs = 3_600_000

/** Every new object raises the bound, and none lowers it. The objects are counted only if the bound does not settle it. */
export async function hasRoom(
  db: Database,
  { workspaceId, kind, additional, limit, now, count }: CountedQuota,
): Promise<boolean> {
  const [bound] = await findBound(db, { workspaceId, kind, atMost: limit - additional })
  if (bound !== undefined && Math.abs(now - bound.counted_at) < boundLastsMs) return true
  const counted = { at_most: await count(), counted_at: now }
  await db
    .insertInto("quota_bounds")
    .values({ workspace_id: workspaceId, kind, ...counted })
    .onConflict((conflict) => conflict.columns(["workspace_id", "kind"]).doUpdateSet(counted))
    .execute()
  return counted.at_most + additional <= limit
}

/** Finds the same while a bound is low enough, so that a change that prepares first need not run again for each new object. */
const findBound = statement<{ workspaceId: string; kind: Kind; atMost: number }>()(({ db, value }) =>
  db
    .selectFrom("quota_bounds")
    .select("counted_at")
    .where("workspace_id", "=", value("workspaceId"))
    .where("kind", "=", value("kind"))
    .where("at_most", "<=", value("atMost")),
)

/** Must be called for all new objects, and for those that count again. */
export async function raiseBound(db: Database, workspaceId: string, kind: Kind, by: number): Promise<void> {
  const [added, workspace, kindPlace] = isSqlite(db) ? ["?", "?", "?"] : ["$1", "$2", "$3"]
  const text = `update quota_bounds set at_most = at_most + ${added} where workspace_id = ${workspace} and kind = ${kindPlace}`
  const addition = { type: "addition", amount: by, row: [workspaceId, kind] } as const
  await executeBuilt(db, writeQuery("quota_bounds", text, addition))
}
