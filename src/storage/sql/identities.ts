import type { Identity, Ratelimit } from "../../core/model.ts"
import type { IdentityWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { insertRatelimits, ratelimitsOf, replaceRatelimits } from "./ratelimits.ts"
import { countRows, inChunks, listInChunks, markDeleted } from "./rows.ts"
import { searchInSteps } from "./scan.ts"
import type { Database, IdentityRow } from "./schema.ts"
import { tables } from "./tables.ts"

export function identityQueries(db: Database): IdentityWrites {
  const live = (workspaceId: string) =>
    db.selectFrom("identities").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
  const withRatelimits = async (rows: readonly IdentityRow[]) => {
    const ids = rows.map(({ id }) => id)
    const ratelimits = await ratelimitsOf(db, "identity_id", ids)
    return rows.map((row) => identityOf(row, ratelimits.get(row.id) ?? []))
  }
  return {
    async find(workspaceId, id) {
      const rows = await live(workspaceId).where("id", "=", id).execute()
      return (await withRatelimits(rows))[0]
    },

    async findByExternalId(workspaceId, externalId) {
      const rows = await live(workspaceId).where("external_id", "=", externalId).execute()
      return (await withRatelimits(rows))[0]
    },

    listByIds: (workspaceId, ids) =>
      listInChunks(ids, async (chunk) => withRatelimits(await live(workspaceId).where("id", "in", chunk).execute())),

    listByExternalIds: (workspaceId, externalIds) =>
      listInChunks(externalIds, async (chunk) =>
        withRatelimits(await live(workspaceId).where("external_id", "in", chunk).execute()),
      ),

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "external_id"]
      return withRatelimits(await searchInSteps({ db, table: "identities", workspaceId, query, rows, columns }))
    },

    count: (workspaceId) =>
      countRows(db.selectFrom("identities").where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)),

    async insert(identities) {
      for (const chunk of inChunks(identities)) {
        await db
          .insertInto("identities")
          .values(chunk.map((identity) => ({ ...toRow(identity), deleted_at: null })))
          .execute()
      }
      await insertRatelimits(
        db,
        "identity_id",
        identities.map(({ id, ratelimits }) => ({ ownerId: id, ratelimits })),
      )
    },

    async update(identity) {
      await db.updateTable("identities").set(toRow(identity)).where("id", "=", identity.id).execute()
      await replaceRatelimits(db, "identity_id", { ownerId: identity.id, ratelimits: identity.ratelimits })
    },

    // Keys may keep the id, because readers join live identities only. So the work does not grow with the keys.
    delete: markDeleted(db, "identities"),
  }
}

export function identityOf(row: IdentityRow, ratelimits: readonly Ratelimit[]): Identity {
  return { ...toObject(row), ratelimits }
}

const { toRow, toObject } = conversionFor(tables.identities, "deleted_at")
