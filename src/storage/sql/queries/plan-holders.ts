import { type SqlBool, sql } from "kysely"
import type { Database } from "../schema/schema.ts"
import { currentPlanId } from "./current-plan.ts"
import { countInSteps, isWithin } from "./scan.ts"

/** Looks at one row of each index. Identities whose change of plan is due have left the plan. */
export async function isNamed(db: Database, planId: string, now: number): Promise<boolean> {
  const named = db.selectFrom("identities").select("id").where("deleted_at", "is", null).limit(1)
  const own = named.where("plan_id", "=", planId)
  const isHeld = await Promise.all([
    own.where("plan_change_at", "is", null).execute(),
    own.where("plan_change_at", ">", now).execute(),
    named.where("next_plan_id", "=", planId).execute(),
  ])
  return isHeld.some((rows) => rows.length > 0)
}

export async function countByPlan(
  db: Database,
  workspaceId: string,
  now: number,
): Promise<ReadonlyMap<string | null, number>> {
  const counts = new Map<string | null, number>()
  const ids = db.selectFrom("identities").where("workspace_id", "=", workspaceId)
  await countInSteps<string>({
    async skip(after, rows) {
      const rest = after === undefined ? ids : ids.where("id", ">", after)
      const ordered = rest
        .select("id")
        .orderBy("id")
        .offset(rows - 1)
      return (await ordered.limit(1).executeTakeFirst())?.id
    },
    async count(range) {
      const within = isWithin("id", range, false).reduce((some, condition) => some.where(condition), ids)
      const rows = await within
        .where("deleted_at", "is", null)
        .select([currentPlanId(now).as("plan_id"), sql<number>`count(*)`.as("count")])
        .groupBy(sql<SqlBool>`1`)
        .execute()
      for (const { plan_id, count } of rows) counts.set(plan_id, (counts.get(plan_id) ?? 0) + count)
      return rows.length
    },
  })
  return counts
}
