import { type SelectQueryBuilder, type SqlBool, sql } from "kysely"
import type { Key, KeyDetails } from "../../core/model.ts"
import type { KeyFilter, KeyWrites } from "../port/store.ts"
import { balanceOf } from "./balances.ts"
import { conversionFor } from "./conversion.ts"
import type { Engine } from "./engine.ts"
import { detailsOf } from "./key-details.ts"
import { insertLinks, replaceLinks } from "./key-links.ts"
import { insertRatelimits, replaceRatelimits } from "./ratelimits.ts"
import { insertRows, updateRow } from "./row-statements.ts"
import { countRows, inChunks, listInChunks, padded } from "./rows.ts"
import { type ScanRange, scanInSteps } from "./scan.ts"
import type { BalanceRow, Database, KeyRow, Schema } from "./schema.ts"
import { searching } from "./search.ts"
import { listSelected } from "./selected-keys.ts"
import { statement } from "./statement.ts"
import { tables } from "./tables.ts"

export function keyQueries(db: Database, engine: Engine): KeyWrites {
  const live = (workspaceId: string) => selectLiveKeys(db).where("keys.workspace_id", "=", workspaceId)
  const find = async (workspaceId: string, id: string) => {
    const rows = await findLive(db, { workspaceId, id })
    return (await detailsOf(db, rows.map(keyOf)))[0]
  }
  const counted = (workspaceId: string) =>
    db
      .selectFrom("keys")
      .innerJoin("apis", "apis.id", "keys.api_id")
      .where("keys.workspace_id", "=", workspaceId)
      .where("keys.deleted_at", "is", null)
      .where("apis.deleted_at", "is", null)
  return {
    find,

    listByIds: (workspaceId, ids) =>
      listInChunks(ids, async (chunk) => {
        const rows = await live(workspaceId).where("keys.id", "in", chunk).execute()
        return detailsOf(db, rows.map(keyOf))
      }),

    async findForUpdate(workspaceId, id) {
      await engine.lockBalances(db, { workspaceId, keyIds: [id] })
      return find(workspaceId, id)
    },

    async listForUpdate(workspaceId, ids) {
      const keys: KeyDetails[] = []
      for (const chunk of inChunks(ids)) {
        await engine.lockBalances(db, { workspaceId, keyIds: chunk })
        const rows = await live(workspaceId).where("keys.id", "in", padded(chunk)).orderBy("keys.id").execute()
        keys.push(...(await detailsOf(db, rows.map(keyOf))))
      }
      return keys
    },

    listSelected: (workspaceId, selection, query) => listSelected(db, { workspaceId, selection, query }),

    async list(workspaceId, filter) {
      const rows = await listFiltered(db, workspaceId, filter)
      return detailsOf(db, rows.map(keyOf))
    },

    count: (workspaceId) => countRows(counted(workspaceId)),

    countUnexpired(workspaceId, now) {
      const unexpired = counted(workspaceId).where((row) =>
        row.or([row("keys.expires", "is", null), row("keys.expires", ">", now)]),
      )
      return countRows(unexpired)
    },

    async insert(keys) {
      await insertRows(
        db,
        "keys",
        keys.map((key) => ({ ...rowOf(key), deleted_at: null })),
      )
      await insertRatelimits(
        db,
        "key_id",
        keys.map((key) => ({ ownerId: key.id, ratelimits: key.ratelimits })),
      )
      await insertLinks(db, keys)
    },

    async update(before, after) {
      await updateRow(db, "keys", rowOf(after))
      if (before.ratelimits !== after.ratelimits) {
        await replaceRatelimits(db, "key_id", { ownerId: after.id, ratelimits: after.ratelimits })
      }
      await replaceLinks(db, before, after)
    },

    async delete(ids, now) {
      for (const chunk of inChunks(ids)) {
        await db.updateTable("keys").set({ deleted_at: now }).where("id", "in", padded(chunk)).execute()
      }
    },

    async erase(ids) {
      for (const chunk of inChunks(ids)) {
        const erased = await db.deleteFrom("keys").where("id", "in", padded(chunk)).returning("balance_id").execute()
        const balanceIds = erased.flatMap(({ balance_id }) => balance_id ?? [])
        if (balanceIds.length === 0) continue
        await db
          .deleteFrom("balances")
          .where("id", "in", padded(balanceIds))
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom("keys").select("keys.id").whereRef("keys.balance_id", "=", "balances.id"))),
          )
          .execute()
      }
    },
  }
}

/** A key is live only if its API is live. */
export function selectLiveKeys(db: Database) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .leftJoin("balances", "balances.id", "keys.balance_id")
    .leftJoin("key_usage", "key_usage.key_id", "keys.id")
    .selectAll("keys")
    .select([
      "balances.remaining",
      "balances.refill_interval",
      "balances.refill_amount",
      "balances.refill_day",
      "balances.refill_at",
      "key_usage.last_used_at",
    ])
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

const findLive = statement<{ workspaceId: string; id: string }>()(({ db, value }) =>
  selectLiveKeys(db).where("keys.workspace_id", "=", value("workspaceId")).where("keys.id", "=", value("id")),
)

/** Indexes select the keys of a workspace, an API or an identity; other conditions need a scan. */
function listFiltered(db: Database, workspaceId: string, filter: KeyFilter): Promise<readonly LiveKeyRow[]> {
  const { limit, after, search, enabled } = filter
  const list = (range: ScanRange<string>, most: number) => {
    let query = restrict(selectLiveKeys(db), { db, workspaceId, filter, range })
    if (enabled !== undefined) query = query.where("keys.enabled", "=", Number(enabled))
    if (search !== undefined) query = query.where(searching(search, "keys.name", "keys.start", "keys.id"))
    return query.orderBy("keys.id").limit(most).execute()
  }
  if (search === undefined && enabled === undefined) return list({ after, upTo: undefined }, limit)
  const skip = async (position: string | undefined, rows: number) => {
    const range = { after: position, upTo: undefined }
    const ids = restrict(db.selectFrom("keys").select("keys.id"), { db, workspaceId, filter, range })
    const row = await ids
      .orderBy("keys.id")
      .offset(rows - 1)
      .limit(1)
      .executeTakeFirst()
    return row?.id
  }
  return scanInSteps({ limit, after, skip, list })
}

interface KeySelection {
  readonly db: Database
  readonly workspaceId: string
  readonly filter: Pick<KeyFilter, "apiId" | "identityId" | "externalId">
  readonly range: ScanRange<string>
}

function restrict<Tables extends "keys", Row>(
  keys: SelectQueryBuilder<Schema, Tables, Row>,
  { db, workspaceId, filter, range: { after, upTo } }: KeySelection,
): SelectQueryBuilder<Schema, Tables, Row> {
  const conditions = [sql<SqlBool>`keys.workspace_id = ${workspaceId}`]
  if (after !== undefined) conditions.push(sql`keys.id > ${after}`)
  if (upTo !== undefined) conditions.push(sql`keys.id <= ${upTo}`)
  if (filter.apiId !== undefined) conditions.push(sql`keys.api_id = ${filter.apiId}`)
  const owners = db
    .selectFrom("identities")
    .select("identities.id")
    .where("identities.workspace_id", "=", workspaceId)
    .where("identities.deleted_at", "is", null)
  // With `=` instead of `in`, SQLite knows that at most one row matches, and uses the index.
  if (filter.identityId !== undefined) {
    conditions.push(sql`keys.identity_id = (${owners.where("identities.id", "=", filter.identityId)})`)
  }
  if (filter.externalId !== undefined) {
    conditions.push(sql`keys.identity_id = (${owners.where("identities.external_id", "=", filter.externalId)})`)
  }
  return conditions.reduce((query, condition) => query.where(condition), keys)
}

export type LiveKeyRow = KeyRow & {
  [Column in Exclude<keyof BalanceRow, "id" | "workspace_id">]: BalanceRow[Column]
} & { last_used_at: number | null }

export function keyOf(row: LiveKeyRow): Key {
  const balance = row.balance_id === null ? null : balanceOf({ ...row, id: row.balance_id })
  return { ...toObject(row), balance, lastUsedAt: row.last_used_at }
}

function rowOf(key: KeyDetails): Omit<KeyRow, "deleted_at"> {
  return { ...toRow(key), balance_id: key.balance?.id ?? null }
}

const { toRow, toObject } = conversionFor(tables.keys, "balance_id", "deleted_at")
