import type { Identity, Ratelimit } from "../../core/model.ts"
import type { IdentityWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import { insertRatelimits, ratelimitsOf, replaceRatelimits } from "./ratelimits.ts"
import { inChunks, padded } from "./rows.ts"
import { type Stretch, searchInSteps } from "./scan.ts"
import type { Database, IdentityRow } from "./schema.ts"
import { searching } from "./search.ts"
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

    async listByIds(workspaceId, ids) {
      const identities: Identity[] = []
      for (const chunk of inChunks(ids)) {
        identities.push(...(await withRatelimits(await live(workspaceId).where("id", "in", padded(chunk)).execute())))
      }
      return identities
    },

    async listByExternalIds(workspaceId, externalIds) {
      const identities: Identity[] = []
      for (const chunk of inChunks(externalIds)) {
        const rows = await live(workspaceId).where("external_id", "in", padded(chunk)).execute()
        identities.push(...(await withRatelimits(rows)))
      }
      return identities
    },

    async list(workspaceId, query) {
      const list = ({ after, upTo }: Stretch<string>, limit: number) => {
        let rows = live(workspaceId)
        if (after !== undefined) rows = rows.where("id", ">", after)
        if (upTo !== undefined) rows = rows.where("id", "<=", upTo)
        if (query.search !== undefined) rows = rows.where(searching(query.search, "id", "external_id"))
        return rows.orderBy("id").limit(limit).execute()
      }
      return withRatelimits(await searchInSteps({ db, table: "identities", workspaceId, query, list }))
    },

    async count(workspaceId) {
      const { count } = await db
        .selectFrom("identities")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow()
      return count
    },

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

    async delete(id, now) {
      // Keys may keep the id, because readers join live identities only. So the work does not grow with the keys.
      await db.updateTable("identities").set({ deleted_at: now }).where("id", "=", id).execute()
    },
  }
}

export function identityOf(row: IdentityRow, ratelimits: readonly Ratelimit[]): Identity {
  return { ...toObject(row), ratelimits }
}

const { toRow, toObject } = conversionFor(tables.identities, "deleted_at")
