import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { PlanFilter } from "../../port/identities.ts"

/** The plan that an identity has at `now`; null if it has none of its own. */
export function currentPlanId(now: number): RawBuilder<string | null> {
  return sql`case when identities.plan_change_at <= ${now} then identities.next_plan_id else identities.plan_id end`
}

export function hasPlan({ id, isDefault, now }: PlanFilter): RawBuilder<SqlBool> {
  const current = currentPlanId(now)
  return isDefault ? sql`coalesce(${current}, ${id}) = ${id}` : sql`${current} = ${id}`
}
