import type { Identity, Plan } from "../../../core/model.ts"
import type { Database, IdentityRow } from "../schema/schema.ts"
import { listStatement } from "../statements/statement.ts"
import { defaultPlans, plansOf } from "./plans.ts"

type PlanFields = Pick<Identity, "plan" | "planChange" | "defaultPlan">

/** Loads each plan once, however many identities have it. */
export async function plansOfIdentities(
  db: Database,
  rows: readonly IdentityRow[],
): Promise<(row: IdentityRow) => PlanFields> {
  const named = [...new Set(rows.flatMap((row) => [row.plan_id, row.next_plan_id]))].filter((id) => id !== null)
  const workspaceIds = [...new Set(rows.map(({ workspace_id }) => workspace_id))]
  const found = await Promise.all([
    named.length === 0 ? [] : plansById(db, named),
    ...workspaceIds.map((workspaceId) => defaultPlans(db, { workspaceId })),
  ])
  const byId = new Map(found.flat().map((row) => [row.id, row]))
  const plans = new Map((await plansOf(db, [...byId.values()])).map((plan) => [plan.id, plan]))
  const defaults = new Map([...plans.values()].filter(isDefault).map((plan) => [plan.workspaceId, plan]))
  const planOf = (id: string | null): Plan | null => (id === null ? null : (plans.get(id) ?? null))
  return (row) => ({
    plan: planOf(row.plan_id),
    planChange: row.plan_change_at === null ? null : { plan: planOf(row.next_plan_id), at: row.plan_change_at },
    defaultPlan: defaults.get(row.workspace_id) ?? null,
  })
}

function isDefault({ isDefault: is }: Plan): boolean {
  return is
}

const plansById = listStatement<string>()((db, ids) =>
  db.selectFrom("plans").selectAll().where("id", "in", ids).where("deleted_at", "is", null),
)
