import { sql } from "kysely"
import type { Identity, Ratelimit } from "../../../core/model.ts"
import type { IdentityWrites } from "../../port/identities.ts"
import { conversionFor } from "../schema/conversion.ts"
import { countRows, inChunks, listInChunks, markDeleted } from "../schema/rows.ts"
import type { Database, IdentityRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { givenAtMost, givenTexts } from "../statements/given-texts.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { statement } from "../statements/statement.ts"
import { hasRoom, raiseBound } from "./quota-bounds.ts"
import { insertRatelimits, ratelimitsOf, replaceRatelimits } from "./ratelimits.ts"
import { searchInSteps } from "./scan.ts"

export function identityQueries(db: Database): IdentityWrites {
  const live = (workspaceId: string) => selectLive(db, workspaceId)
  const withRatelimits = async (rows: readonly IdentityRow[]) => {
    const ids = rows.map(({ id }) => id)
    const ratelimits = await ratelimitsOf(db, "identity_id", ids)
    return rows.map((row) => identityOf(row, ratelimits.get(row.id) ?? []))
  }
  const listByIds = (workspaceId: string, ids: readonly string[]) =>
    listInChunks(ids, async (chunk) => withRatelimits(await live(workspaceId).where("id", "in", chunk).execute()))
  const count = (workspaceId: string) =>
    countRows(db.selectFrom("identities").where("workspace_id", "=", workspaceId).where("deleted_at", "is", null))
  return {
    async find(workspaceId, id) {
      return (await withRatelimits(await findById(db, { workspaceId, id })))[0]
    },

    async findByExternalId(workspaceId, externalId) {
      return (await withRatelimits(await findByExternalId(db, { workspaceId, externalId })))[0]
    },

    listByIds,

    async listByExternalIds(workspaceId, externalIds) {
      const [only, ...others] = externalIds
      if (only !== undefined && others.length === 0) {
        return withRatelimits(await findByExternalId(db, { workspaceId, externalId: only }))
      }
      const ids: string[] = []
      for (const chunk of inChunks(externalIds, givenAtMost)) {
        const { rows } = await idsOf(db, workspaceId, chunk).execute(db)
        ids.push(...rows.flatMap(({ id }) => id ?? []))
      }
      return listByIds(workspaceId, ids)
    },

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "external_id"]
      return withRatelimits(await searchInSteps({ db, table: "identities", workspaceId, query, rows, columns }))
    },

    count,

    hasRoom: (workspaceId, quota) =>
      hasRoom(db, { ...quota, workspaceId, kind: "identities", count: () => count(workspaceId) }),

    async insert(identities) {
      for (const [workspaceId, own] of Map.groupBy(identities, (identity) => identity.workspaceId)) {
        await raiseBound(db, workspaceId, "identities", own.length)
      }
      const rows = identities.map((identity) => ({ ...toRow(identity), deleted_at: null }))
      await insertRows(db, "identities", rows)
      await insertRatelimits(
        db,
        "identity_id",
        identities.map(({ id, ratelimits }) => ({ ownerId: id, ratelimits })),
      )
    },

    async update(identity) {
      await updateRow(db, "identities", toRow(identity))
      await replaceRatelimits(db, "identity_id", { ownerId: identity.id, ratelimits: identity.ratelimits })
    },

    // Keys may keep the id, because readers join live identities only. So the work does not grow with the keys.
    delete: markDeleted(db, "identities"),
  }
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

/** The live identity of each external id, or null. */
function idsOf(db: Database, workspaceId: string, externalIds: readonly string[]) {
  return sql<{ id: string | null }>`select (select identities.id from identities
      where identities.workspace_id = ${workspaceId} and identities.external_id = given.value
        and identities.deleted_at is null) as id
    from ${givenTexts(db, externalIds)}`
}

export function identityOf(row: IdentityRow, ratelimits: readonly Ratelimit[]): Identity {
  return { ...toObject(row), ratelimits }
}

const { toRow, toObject } = conversionFor(tables.identities, "deleted_at")
