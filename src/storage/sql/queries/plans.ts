import type { Plan } from "../../../core/model.ts"
import type { PlanWrites } from "../../port/plans.ts"
import { conversionFor } from "../schema/conversion.ts"
import { quotaColumnNames, quotaColumnsOf, quotaOf } from "../schema/quota-columns.ts"
import { listNamed, markDeleted } from "../schema/rows.ts"
import type { Database, PlanRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { statement } from "../statements/statement.ts"
import { permissionsOf } from "./linked-permissions.ts"
import { countByPlan, isNamed } from "./plan-holders.ts"
import { insertRatelimits, ratelimitsOf, replaceRatelimits } from "./ratelimits.ts"
import { searchInSteps } from "./scan.ts"

export function planQueries(db: Database): PlanWrites {
  const live = (workspaceId: string) => selectLive(db, workspaceId)
  return {
    async find(workspaceId, id) {
      return (await plansOf(db, await findById(db, { workspaceId, id })))[0]
    },

    async findByName(workspaceId, name) {
      return (await plansOf(db, await findByName(db, { workspaceId, name })))[0]
    },

    async findDefault(workspaceId) {
      return (await plansOf(db, await defaultPlans(db, { workspaceId })))[0]
    },

    listNamed: (workspaceId, references) =>
      listNamed(references, async (chunk) => {
        const byName = live(workspaceId).where("name", "in", chunk)
        return plansOf(db, await live(workspaceId).where("id", "in", chunk).union(byName).execute())
      }),

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "name", "description"]
      return plansOf(db, await searchInSteps({ db, table: "plans", workspaceId, query, rows, columns }))
    },

    async boundKeys(workspaceId) {
      const bounding = live(workspaceId).clearSelect().select("id").where("max_keys", "is not", null)
      return (await bounding.limit(1).execute()).length > 0
    },

    isNamed: (id, now) => isNamed(db, id, now),

    countIdentities: (workspaceId, now) => countByPlan(db, workspaceId, now),

    async insert(plan) {
      const row = { ...rowOf(plan), deleted_at: null }
      await insertRows(db, "plans", [row])
      await insertRows(db, "plan_permissions", linksOf(plan))
      await insertRatelimits(db, "plan_id", [{ ownerId: plan.id, ratelimits: plan.ratelimits }])
    },

    async update(before, after) {
      await updateRow(db, "plans", rowOf(after))
      if (before.ratelimits !== after.ratelimits) {
        await replaceRatelimits(db, "plan_id", { ownerId: after.id, ratelimits: after.ratelimits })
      }
      if (before.permissions !== after.permissions) {
        await db.deleteFrom("plan_permissions").where("plan_id", "=", after.id).execute()
        await insertRows(db, "plan_permissions", linksOf(after))
      }
    },

    delete: markDeleted(db, "plans"),
  }
}

function selectLive(db: Database, workspaceId: string) {
  return db.selectFrom("plans").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
}

const findById = statement<{ workspaceId: string; id: string }>()(({ db, value }) =>
  selectLive(db, value("workspaceId")).where("id", "=", value("id")),
)

const findByName = statement<{ workspaceId: string; name: string }>()(({ db, value }) =>
  selectLive(db, value("workspaceId")).where("name", "=", value("name")),
)

/** The condition on `is_default` is a literal, so that the partial index serves it. */
export const defaultPlans = statement<{ workspaceId: string }>()(({ db, value }) =>
  db
    .selectFrom("plans")
    .selectAll()
    .where("workspace_id", "=", value("workspaceId"))
    .where((plan) => plan("is_default", "=", plan.lit(1)))
    .where("deleted_at", "is", null),
)

/** Adds rate limits and permissions. */
export async function plansOf(db: Database, rows: readonly PlanRow[]): Promise<readonly Plan[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [ratelimits, permissions] = await Promise.all([
    ratelimitsOf(db, "plan_id", ids),
    permissionsOf(db, "plan", ids),
  ])
  return rows.map((row) => ({
    ...toObject(row),
    quota: quotaOf(row),
    ratelimits: ratelimits.get(row.id) ?? [],
    permissions: permissions.get(row.id) ?? [],
  }))
}

function linksOf({ id, permissions }: Plan) {
  return permissions.map((permission) => ({ plan_id: id, permission_id: permission.id }))
}

function rowOf(plan: Plan): Omit<PlanRow, "deleted_at"> {
  return { ...toRow(plan), ...quotaColumnsOf(plan.quota) }
}

const { toRow, toObject } = conversionFor(tables.plans, ...quotaColumnNames, "deleted_at")
