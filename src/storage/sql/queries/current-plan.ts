import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { PlanFilter } from "../../port/identities.ts"

/** The plan that an identity has at `now`; null if it has none of its own. */
export function currentPlanId(now: number): RawBuilder<string | null> {
  return sql`case when identities.plan_change_at <= ${now} then identities.next_plan_id else identities.plan_id end`
}

/** Joins `pl`, the plan that the identity `i` has at `now`: its own, or the default plan of the workspace. */
export function joinCurrentPlan({ workspaceId, now }: { workspaceId: string; now: number }): RawBuilder<unknown> {
  return sql`
    left join plans d on d.workspace_id = ${sql.ref(workspaceId)} and d.is_default = 1 and d.deleted_at is null
    left join plans pl on pl.id = case when i.id is null then null else coalesce(
      case when i.plan_change_at <= ${now} then i.next_plan_id else i.plan_id end, d.id) end`
}

/** Columns of the quota of the identity `i` or, if it has none of its own, of its plan `pl`. */
export const currentQuota: RawBuilder<unknown> = sql`
  coalesce(i.quota_limit, pl.quota_limit) as quota_limit,
  coalesce(i.quota_interval, pl.quota_interval) as quota_interval,
  case when i.quota_limit is null then pl.quota_overage else i.quota_overage end as quota_overage`

export function hasPlan({ id, isDefault, now }: PlanFilter): RawBuilder<SqlBool> {
  const current = currentPlanId(now)
  return isDefault ? sql`coalesce(${current}, ${id}) = ${id}` : sql`${current} = ${id}`
}
