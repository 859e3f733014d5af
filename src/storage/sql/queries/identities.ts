import { sql } from "kysely"
import type { Identity } from "../../../core/model.ts"
import type { PageQuery } from "../../port/collection.ts"
import type { IdentitiesOfPlan, IdentityFilter, IdentityWrites, PlanFilter } from "../../port/identities.ts"
import type { Engine } from "../engine.ts"
import { conversionFor } from "../schema/conversion.ts"
import { quotaColumnNames, quotaColumnsOf, quotaOf } from "../schema/quota-columns.ts"
import { countRows, inChunks, listInChunks, markDeleted } from "../schema/rows.ts"
import type { Database, IdentityRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { givenAtMost, givenTexts } from "../statements/given-texts.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { statement } from "../statements/statement.ts"
import { creditReferenceQueries } from "./credit-references.ts"
import { hasPlan } from "./current-plan.ts"
import { identityBalancesOf, insertIdentityBalances, replaceIdentityBalance } from "./identity-balances.ts"
import { permissionsOf } from "./linked-permissions.ts"
import { plansOfIdentities } from "./plans-of-identities.ts"
import { hasRoom, raiseBound } from "./quota-bounds.ts"
import { insertRatelimits, ratelimitsOf, replaceRatelimits } from "./ratelimits.ts"
import { rowsPerStep, searchInSteps } from "./scan.ts"
import { identityMatches } from "./sort-identities.ts"

export function identityQueries(db: Database, engine: Pick<Engine, "lockBalances">): IdentityWrites {
  const live = (workspaceId: string) => selectLive(db, workspaceId)
  const listByIds = (workspaceId: string, ids: readonly string[]) =>
    listInChunks(ids, async (chunk) => identitiesOf(db, await live(workspaceId).where("id", "in", chunk).execute()))
  const count = (workspaceId: string) =>
    countRows(db.selectFrom("identities").where("workspace_id", "=", workspaceId).where("deleted_at", "is", null))
  const find = async (workspaceId: string, id: string) =>
    (await identitiesOf(db, await findById(db, { workspaceId, id })))[0]
  return {
    find,

    async findForUpdate(workspaceId, id) {
      await engine.lockBalances(db, { workspaceId, identityIds: [id] })
      return find(workspaceId, id)
    },

    async findByExternalId(workspaceId, externalId) {
      return (await identitiesOf(db, await findByExternalId(db, { workspaceId, externalId })))[0]
    },

    listByIds,

    async listByExternalIds(workspaceId, externalIds) {
      const [only, ...others] = externalIds
      if (only !== undefined && others.length === 0) {
        return identitiesOf(db, await findByExternalId(db, { workspaceId, externalId: only }))
      }
      const ids: string[] = []
      for (const chunk of inChunks(externalIds, givenAtMost)) {
        const { rows } = await idsOf(db, workspaceId, chunk).execute(db)
        ids.push(...rows.flatMap(({ id }) => id ?? []))
      }
      return listByIds(workspaceId, ids)
    },

    list: (workspaceId, query) => listIdentities(db, workspaceId, query),

    ...identityMatches(db),

    listOfPlan: (workspaceId, plan, query) => listOfPlan(db, { workspaceId, plan, query }),

    count,

    hasRoom: (workspaceId, quota) =>
      hasRoom(db, { ...quota, workspaceId, kind: "identities", count: () => count(workspaceId) }),

    async insert(identities) {
      for (const [workspaceId, own] of Map.groupBy(identities, (identity) => identity.workspaceId)) {
        await raiseBound(db, workspaceId, "identities", own.length)
      }
      const rows = identities.map((identity) => ({ ...rowOf(identity), deleted_at: null }))
      await insertRows(db, "identities", rows)
      await insertIdentityBalances(db, identities)
      await insertRows(db, "identity_permissions", identities.flatMap(linksOf))
      const ratelimits = identities.map((identity) => ({ ownerId: identity.id, ratelimits: identity.ratelimits }))
      await insertRatelimits(db, "identity_id", ratelimits)
    },

    async update(before, after) {
      await updateRow(db, "identities", rowOf(after))
      if (before.balance !== after.balance) await replaceIdentityBalance(db, before, after)
      if (before.ratelimits !== after.ratelimits) {
        await replaceRatelimits(db, "identity_id", { ownerId: after.id, ratelimits: after.ratelimits })
      }
      if (before.permissions !== after.permissions) await replacePermissions(db, after)
    },

    ...creditReferenceQueries(db),

    // Keys may keep the id, because readers join live identities only. So the work does not grow with the keys.
    delete: markDeleted(db, "identities"),
  }
}

async function listIdentities(db: Database, workspaceId: string, query: IdentityFilter): Promise<readonly Identity[]> {
  const { enabled, plan } = query
  let rows = selectLive(db, workspaceId)
  if (enabled !== undefined) rows = rows.where(isEnabled(enabled))
  if (plan !== undefined) rows = rows.where(hasPlan(plan))
  const columns = ["id", "external_id"]
  // An index finds those that are disabled.
  const isSparse = enabled === true || plan !== undefined
  const search = { db, table: "identities", workspaceId, query, rows, columns, isSparse } as const
  return identitiesOf(db, await searchInSteps(search))
}

interface PlanQuery {
  readonly workspaceId: string
  readonly plan: PlanFilter
  readonly query: PageQuery
}

/** Reads one short step, whether or not identities of the plan are in it. */
async function listOfPlan(
  db: Database,
  { workspaceId, plan, query: { limit, after } }: PlanQuery,
): Promise<IdentitiesOfPlan> {
  const live = selectLive(db, workspaceId)
  const rest = after === undefined ? live : live.where("id", ">", after)
  const ids = rest.clearSelect().select("id").orderBy("id")
  const step = await ids
    .offset(rowsPerStep - 1)
    .limit(1)
    .executeTakeFirst()
  const range = step === undefined ? rest : rest.where("id", "<=", step.id)
  const rows = await range.where(hasPlan(plan)).orderBy("id").limit(limit).execute()
  const end = rows.length === limit ? rows.at(-1)?.id : step?.id
  return { identities: await identitiesOf(db, rows), end }
}

async function replacePermissions(db: Database, identity: Identity): Promise<void> {
  await db.deleteFrom("identity_permissions").where("identity_id", "=", identity.id).execute()
  await insertRows(db, "identity_permissions", linksOf(identity))
}

function selectLive(db: Database, workspaceId: string) {
  return db.selectFrom("identities").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
}

const findById = statement<{ workspaceId: string; id: string }>()(({ db, value }) =>
  selectLive(db, value("workspaceId")).where("id", "=", value("id")),
)

const findByExternalId = statement<{ workspaceId: string; externalId: string }>()(({ db, value }) =>
  selectLive(db, value("workspaceId")).where("external_id", "=", value("externalId")),
)

/** As a literal, because a partial index only serves conditions that are known when the statement is prepared. */
function isEnabled(enabled: boolean) {
  return enabled ? sql<boolean>`enabled = 1` : sql<boolean>`enabled = 0`
}

/** The live identity of each external id, or null. */
function idsOf(db: Database, workspaceId: string, externalIds: readonly string[]) {
  return sql<{ id: string | null }>`select (select identities.id from identities
      where identities.workspace_id = ${workspaceId} and identities.external_id = given.value
        and identities.deleted_at is null) as id
    from ${givenTexts(db, externalIds)}`
}

/** Adds rate limits, permissions, plans and balances. */
export async function identitiesOf(db: Database, rows: readonly IdentityRow[]): Promise<readonly Identity[]> {
  const ids = rows.map(({ id }) => id)
  const metered = rows.flatMap(({ id, is_metered }) => (is_metered === 1 ? [id] : []))
  const [ratelimits, permissions, plans, balances] = await Promise.all([
    ratelimitsOf(db, "identity_id", ids),
    permissionsOf(db, "identity", ids),
    plansOfIdentities(db, rows),
    identityBalancesOf(db, metered),
  ])
  return rows.map((row) => ({
    ...toObject(row),
    quota: quotaOf(row),
    ratelimits: ratelimits.get(row.id) ?? [],
    permissions: permissions.get(row.id) ?? [],
    ...plans(row),
    balance: balances.get(row.id) ?? null,
  }))
}

function rowOf(identity: Identity): Omit<IdentityRow, "deleted_at"> {
  const { plan, planChange, quota, balance } = identity
  return {
    ...toRow(identity),
    plan_id: plan?.id ?? null,
    next_plan_id: planChange?.plan?.id ?? null,
    plan_change_at: planChange?.at ?? null,
    ...quotaColumnsOf(quota),
    is_metered: balance === null ? 0 : 1,
  }
}

function linksOf({ id, permissions }: Identity) {
  return permissions.map((permission) => ({ identity_id: id, permission_id: permission.id }))
}

const planColumns = ["plan_id", "next_plan_id", "plan_change_at"] as const
const meterColumns = [...quotaColumnNames, "is_metered"] as const
const { toRow, toObject } = conversionFor(tables.identities, ...planColumns, ...meterColumns, "deleted_at")
