import type { IdempotencyCompletion, IdempotencyKey, IdempotencyRecords, IdempotencyState } from "../store.ts"
import { StorageUnavailable } from "../unavailable.ts"
import type { Engine } from "./engine.ts"
import type { Database } from "./schema.ts"

type ClaimRequest = Parameters<IdempotencyRecords["claim"]>[1]

export function idempotencyRecords(engine: Engine): IdempotencyRecords {
  return {
    async claim(key, request) {
      for (;;) {
        const node = engine.nodes?.id ?? null
        const state = await engine.transaction((db) => claimOrLook(db, key, { ...request, node }), key.scope)
        if (state !== undefined) return state
      }
    },

    async release(claims) {
      if (claims.length === 0) return
      await engine.transaction(async (db) => {
        for (const { key, claim } of claims) await recordOf(db, key).where("claim", "=", claim).execute()
      })
    },

    async releaseAll() {
      await engine.transaction(async (db) => {
        await db.deleteFrom("idempotency").where("response", "is", null).execute()
      })
    },

    async deleteExpired(now) {
      await engine.transaction(async (db) => {
        await db.deleteFrom("idempotency").where("expires_at", "<=", now).execute()
      })
    },
  }
}

/** Nothing if the key was released between the attempt to claim it and the look at who has it. */
async function claimOrLook(
  db: Database,
  key: IdempotencyKey,
  { bodyHash, claim, node, now, expiresAt }: ClaimRequest & { readonly node: string | null },
): Promise<IdempotencyState | undefined> {
  await recordOf(db, key).where("expires_at", "<=", now).execute()
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
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.columns(["scope", "operation", "key_hash"]).doNothing())
    .returning("claim")
    .executeTakeFirst()
  if (inserted !== undefined) return { type: "claimed" }
  const row = await db
    .selectFrom("idempotency")
    .selectAll()
    .where("scope", "=", key.scope)
    .where("operation", "=", key.operation)
    .where("key_hash", "=", key.keyHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.response === null || row.required === null) return { type: "running", bodyHash: row.body_hash }
  return { type: "kept", bodyHash: row.body_hash, response: row.response, required: JSON.parse(row.required) }
}

export function idempotencyCompletion(db: Database): IdempotencyCompletion {
  return {
    async complete(key, { claim, response, required, expiresAt }) {
      const { numUpdatedRows } = await db
        .updateTable("idempotency")
        .set({ claim: null, node: null, response, required: JSON.stringify(required), expires_at: expiresAt })
        .where("scope", "=", key.scope)
        .where("operation", "=", key.operation)
        .where("key_hash", "=", key.keyHash)
        .where("claim", "=", claim)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new StorageUnavailable(new Error("the claim of the idempotency key ran out"))
    },
  }
}

function recordOf(db: Database, key: IdempotencyKey) {
  return db
    .deleteFrom("idempotency")
    .where("scope", "=", key.scope)
    .where("operation", "=", key.operation)
    .where("key_hash", "=", key.keyHash)
}
