import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Updateable } from "kysely"
import type {
  IdempotencyCompletion,
  IdempotencyKey,
  IdempotencyRecords,
  IdempotencyState,
} from "../../port/idempotency.ts"
import { StorageUnavailable } from "../../port/unavailable.ts"
import type { Engine } from "../engine.ts"
import type { Database, IdempotencyRow, Schema } from "../schema/schema.ts"

type ClaimRequest = Parameters<IdempotencyRecords["claim"]>[1]

/** How long stored progress outlives its expired claim. */
const progressKeptMs = 24 * 60 * 60 * 1000

/** Small batches keep other writers from waiting, even for large responses. */
const deletedAtOnce = 100

export function idempotencyRecords(engine: Engine): IdempotencyRecords {
  return {
    async claim(key, request) {
      for (;;) {
        const node = engine.nodes?.id ?? null
        const state = await engine.transaction((db) => claimOrRead(db, key, { ...request, node }), {
          lane: `claims of ${key.scope}`,
        })
        if (state !== undefined) return state
      }
    },

    async release(claims) {
      if (claims.length === 0) return
      await engine.transaction(async (db) => {
        for (const { key, claim } of claims) {
          await releaseClaims(db, (record) => record.and([isOf(record, key), record("claim", "=", claim)]))
        }
      })
    },

    releaseAll: () => engine.transaction((db) => releaseClaims(db, (record) => record("claim", "is not", null))),

    deleteExpired: (now) =>
      engine.transaction(async (db) => {
        const expired = db
          .selectFrom("idempotency")
          .select(["scope", "operation", "key_hash"])
          .where((record) => hasExpired(record, now))
          .limit(deletedAtOnce)
        const deleted = await sql`delete from idempotency where (scope, operation, key_hash) in (${expired})
          returning key_hash`.execute(db)
        return deleted.rows.length === deletedAtOnce
      }),
  }
}

type Records = ExpressionBuilder<Schema, "idempotency">
type Condition = (record: Records) => Expression<SqlBool>

/** An expired claim is free again, but its progress stays for the next request. */
export async function releaseClaims(db: Database, condition: Condition): Promise<void> {
  await db.deleteFrom("idempotency").where(isUnfinished).where("progress", "is", null).where(condition).execute()
  await db
    .updateTable("idempotency")
    .set({ claim: null, node: null })
    .where(isUnfinished)
    .where("progress", "is not", null)
    .where(condition)
    .execute()
}

function isUnfinished(record: Records) {
  return record("response", "is", null)
}

function isOf(record: Records, { scope, operation, keyHash }: IdempotencyKey) {
  return record.and([
    record("scope", "=", scope),
    record("operation", "=", operation),
    record("key_hash", "=", keyHash),
  ])
}

function hasExpired(record: Records, now: number) {
  return record.and([
    record("expires_at", "<=", now),
    record.or([record("progress", "is", null), record("expires_at", "<=", now - progressKeptMs)]),
  ])
}

type NodeClaimRequest = ClaimRequest & { readonly node: string | null }

/** Returns undefined if the key was released in the meantime, or because the node of its claim is gone. */
async function claimOrRead(
  db: Database,
  key: IdempotencyKey,
  claiming: NodeClaimRequest,
): Promise<IdempotencyState | undefined> {
  const { bodyHash, claim, node, now, expiresAt } = claiming
  await db
    .deleteFrom("idempotency")
    .where((record) => record.and([isOf(record, key), hasExpired(record, now)]))
    .execute()
  const inserted = await db
    .insertInto("idempotency")
    .values({
      scope: key.scope,
      operation: key.operation,
      key_hash: key.keyHash,
      body_hash: bodyHash,
      claim,
      node,
      required: null,
      response: null,
      progress: null,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.columns(["scope", "operation", "key_hash"]).doNothing())
    .returning("claim")
    .executeTakeFirst()
  if (inserted !== undefined) return { type: "claimed" }
  const row = await db
    .selectFrom("idempotency")
    .selectAll()
    .where((record) => isOf(record, key))
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.response !== null && row.required !== null) {
    return { type: "kept", bodyHash: row.body_hash, response: row.response, required: JSON.parse(row.required) }
  }
  if (row.node !== node && (await releaseIfUnlisted(db, key, row))) return undefined
  const isLeft = row.progress !== null && (row.claim === null || row.expires_at <= now)
  if (!isLeft || row.body_hash !== bodyHash) return { type: "running", bodyHash: row.body_hash }
  return continueUnfinished(db, key, claiming)
}

/**
 * No node watches over one that is not in the list, as after a lost connection: if it stands still, its claims would last
 * until they expire. If it still works on this one, its commit is refused.
 */
async function releaseIfUnlisted(
  db: Database,
  key: IdempotencyKey,
  { claim, node }: Pick<IdempotencyRow, "claim" | "node">,
): Promise<boolean> {
  if (claim === null || node === null) return false
  const listed = await db.selectFrom("nodes").select("id").where("id", "=", node).executeTakeFirst()
  if (listed !== undefined) return false
  await releaseClaims(db, (record) => record.and([isOf(record, key), record("claim", "=", claim)]))
  return true
}

/** Of several requests that continue the same progress, only one succeeds. */
async function continueUnfinished(
  db: Database,
  key: IdempotencyKey,
  { claim, node, now, expiresAt }: NodeClaimRequest,
): Promise<IdempotencyState | undefined> {
  const continued = await db
    .updateTable("idempotency")
    .set({ claim, node, expires_at: expiresAt })
    .where((record) =>
      record.and([
        isOf(record, key),
        isUnfinished(record),
        record.or([record("claim", "is", null), record("expires_at", "<=", now)]),
      ]),
    )
    .returning("progress")
    .executeTakeFirst()
  return continued?.progress ? { type: "claimed", progress: continued.progress } : undefined
}

export function idempotencyCompletion(db: Database): IdempotencyCompletion {
  const update = async (key: IdempotencyKey, claim: string, values: Updateable<IdempotencyRow>) => {
    const updated = await db
      .updateTable("idempotency")
      .set(values)
      .where((record) => record.and([isOf(record, key), record("claim", "=", claim)]))
      .returning("scope")
      .executeTakeFirst()
    if (updated === undefined) throw new StorageUnavailable(new Error("the claim of the idempotency key expired"))
  }
  return {
    advance: (key, { claim, progress, expiresAt }) => update(key, claim, { progress, expires_at: expiresAt }),

    complete: (key, { claim, response, required, expiresAt }) =>
      update(key, claim, {
        claim: null,
        node: null,
        progress: null,
        response,
        required: JSON.stringify(required),
        expires_at: expiresAt,
      }),
  }
}

/** Releases the claims of a killed process, so clients need not wait. The caller must hold the folder lock. */
export async function releaseAbandonedClaims(engine: Engine): Promise<void> {
  try {
    await idempotencyRecords(engine).releaseAll()
  } catch (error) {
    // On a full disk the server still reads and verifies, and the claims expire.
    if (!(error instanceof StorageUnavailable)) throw error
  }
}
