import type { Refill } from "../../core/credits.ts"
import type { Credits, Key, KeyDetails } from "../../core/model.ts"
import type { KeyFilter, KeyWrites } from "../store.ts"
import type { Engine } from "./engine.ts"
import { inChunks, padded } from "./grouped.ts"
import { detailsOf } from "./key-details.ts"
import { insertLinks, replaceLinks } from "./key-links.ts"
import { insertRatelimits, replaceRatelimits } from "./ratelimits.ts"
import type { Database, KeyCreditsRow, KeyRow } from "./schema.ts"
import { searching } from "./search.ts"

export function keyQueries(db: Database, engine: Engine): KeyWrites {
  const live = (workspaceId: string) => selectLiveKeys(db).where("keys.workspace_id", "=", workspaceId)
  const find = async (workspaceId: string, id: string) => {
    const rows = await live(workspaceId).where("keys.id", "=", id).execute()
    return (await detailsOf(db, rows.map(keyOf)))[0]
  }
  return {
    find,

    async listByIds(workspaceId, ids) {
      const details: KeyDetails[] = []
      for (const chunk of inChunks(ids)) {
        const rows = await live(workspaceId).where("keys.id", "in", padded(chunk)).execute()
        details.push(...(await detailsOf(db, rows.map(keyOf))))
      }
      return details
    },

    async findForUpdate(workspaceId, id) {
      await engine.lockCredits(db, id)
      return find(workspaceId, id)
    },

    async listForUpdate(workspaceId, identityId) {
      const owned = live(workspaceId).where("keys.identity_id", "=", identityId).orderBy("keys.id")
      for (const { id } of await owned.execute()) await engine.lockCredits(db, id)
      const details: KeyDetails[] = []
      for (const chunk of inChunks(await owned.execute())) details.push(...(await detailsOf(db, chunk.map(keyOf))))
      return details
    },

    async list(workspaceId, filter) {
      const rows = await filtered(db, workspaceId, filter).orderBy("keys.id").limit(filter.limit).execute()
      return detailsOf(db, rows.map(keyOf))
    },

    async count(workspaceId) {
      const { count } = await db
        .selectFrom("keys")
        .innerJoin("apis", "apis.id", "keys.api_id")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("keys.workspace_id", "=", workspaceId)
        .where("keys.deleted_at", "is", null)
        .where("apis.deleted_at", "is", null)
        .executeTakeFirstOrThrow()
      return count
    },

    async insert(keys) {
      for (const chunk of inChunks(keys)) {
        await db
          .insertInto("keys")
          .values(chunk.map((key) => ({ ...rowOf(key), deleted_at: null })))
          .execute()
        const credits = chunk.flatMap((key) => (key.credits === null ? [] : [creditsRowOf(key.id, key.credits)]))
        if (credits.length > 0) await db.insertInto("key_credits").values(credits).execute()
        await insertRatelimits(
          db,
          "key_id",
          chunk.map((key) => ({ ownerId: key.id, ratelimits: key.ratelimits })),
        )
        await insertLinks(db, chunk)
      }
    },

    async update(before, after) {
      await db.updateTable("keys").set(rowOf(after)).where("id", "=", after.id).execute()
      if (before.credits !== after.credits) await putCredits(db, after)
      if (before.ratelimits !== after.ratelimits) {
        await replaceRatelimits(db, "key_id", { ownerId: after.id, ratelimits: after.ratelimits })
      }
      await replaceLinks(db, before, after)
    },

    async delete(id, now) {
      await db.updateTable("keys").set({ deleted_at: now }).where("id", "=", id).execute()
    },

    async erase(id) {
      await db.deleteFrom("keys").where("id", "=", id).execute()
    },
  }
}

/** A key is live only if its API is live too. */
export function selectLiveKeys(db: Database) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .leftJoin("key_credits", "key_credits.key_id", "keys.id")
    .leftJoin("key_usage", "key_usage.key_id", "keys.id")
    .selectAll("keys")
    .select([
      "key_credits.remaining",
      "key_credits.refill_interval",
      "key_credits.refill_amount",
      "key_credits.refill_day",
      "key_credits.refill_at",
      "key_usage.last_used_at",
    ])
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

function filtered(db: Database, workspaceId: string, filter: KeyFilter) {
  let query = selectLiveKeys(db).where("keys.workspace_id", "=", workspaceId)
  if (filter.after !== undefined) query = query.where("keys.id", ">", filter.after)
  if (filter.apiId !== undefined) query = query.where("keys.api_id", "=", filter.apiId)
  if (filter.identityId !== undefined) query = query.where("keys.identity_id", "=", filter.identityId)
  if (filter.enabled !== undefined) query = query.where("keys.enabled", "=", Number(filter.enabled))
  if (filter.search !== undefined) query = query.where(searching(filter.search, "keys.name", "keys.start", "keys.id"))
  if (filter.externalId !== undefined) {
    const owner = db
      .selectFrom("identities")
      .select("identities.id")
      .where("identities.workspace_id", "=", workspaceId)
      .where("identities.external_id", "=", filter.externalId)
      .where("identities.deleted_at", "is", null)
    // Not `in`: there is at most one, and only knowing that leads SQLite to the keys of an identity.
    query = query.where("keys.identity_id", "=", owner)
  }
  return query
}

async function putCredits(db: Database, key: Key): Promise<void> {
  if (key.credits === null) {
    await db.deleteFrom("key_credits").where("key_id", "=", key.id).execute()
    return
  }
  const row = creditsRowOf(key.id, key.credits)
  await db
    .insertInto("key_credits")
    .values(row)
    .onConflict((conflict) => conflict.column("key_id").doUpdateSet(row))
    .execute()
}

export type LiveKeyRow = KeyRow & {
  [Column in Exclude<keyof KeyCreditsRow, "key_id">]: KeyCreditsRow[Column] | null
} & { last_used_at: number | null }

export function keyOf(row: LiveKeyRow): Key {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    apiId: row.api_id,
    identityId: row.identity_id,
    hash: row.hash,
    algorithm: row.algorithm as Key["algorithm"],
    migrationId: row.migration_id,
    imported: row.imported === 1,
    start: row.start,
    prefix: row.prefix,
    byteLength: row.byte_length,
    name: row.name,
    meta: JSON.parse(row.meta),
    enabled: row.enabled === 1,
    expires: row.expires,
    ciphertext: row.ciphertext,
    ipAllowlist: JSON.parse(row.ip_allowlist),
    credits: row.remaining === null ? null : creditsOf({ ...row, remaining: row.remaining }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
  }
}

function rowOf(key: KeyDetails): Omit<KeyRow, "deleted_at"> {
  return {
    id: key.id,
    workspace_id: key.workspaceId,
    api_id: key.apiId,
    identity_id: key.identityId,
    hash: key.hash,
    algorithm: key.algorithm,
    migration_id: key.migrationId,
    imported: Number(key.imported),
    start: key.start,
    prefix: key.prefix,
    byte_length: key.byteLength,
    name: key.name,
    meta: JSON.stringify(key.meta),
    enabled: Number(key.enabled),
    expires: key.expires,
    ciphertext: key.ciphertext,
    ip_allowlist: JSON.stringify(key.ipAllowlist),
    created_at: key.createdAt,
    updated_at: key.updatedAt,
  }
}

type CreditsColumns = Pick<LiveKeyRow, "refill_interval" | "refill_amount" | "refill_day" | "refill_at"> & {
  remaining: number
}

function creditsOf(row: CreditsColumns): Credits {
  return { remaining: row.remaining, refill: refillOf(row), refillAt: row.refill_at }
}

function refillOf({ refill_interval, refill_amount, refill_day }: CreditsColumns): Refill | null {
  if (refill_amount === null) return null
  if (refill_interval === "daily") return { interval: "daily", amount: refill_amount }
  return { interval: "monthly", amount: refill_amount, refillDay: refill_day ?? 1 }
}

function creditsRowOf(keyId: string, { remaining, refill, refillAt }: Credits): KeyCreditsRow {
  return {
    key_id: keyId,
    remaining,
    refill_interval: refill?.interval ?? null,
    refill_amount: refill?.amount ?? null,
    refill_day: refill?.interval === "monthly" ? refill.refillDay : null,
    refill_at: refillAt,
  }
}
