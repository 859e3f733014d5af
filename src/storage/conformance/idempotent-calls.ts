import type { IdempotencyKey } from "../port/idempotency.ts"
import type { Store, Transaction } from "../port/store.ts"
import { newHash, time } from "./new-objects.ts"
import { change } from "./stored-objects.ts"

export const minute = 60_000

export const claimed = { type: "claimed" } as const
export const running = { type: "running", bodyHash: "body" } as const
const required = ["api.*.create_key"]
export const kept = { type: "kept", bodyHash: "body", response: "sealed", required } as const

export function newIdempotencyKey(): IdempotencyKey {
  return { scope: "ws_1", operation: "keys.createKey", keyHash: newHash() }
}

export function completeIn(tx: Transaction, key: IdempotencyKey, claim: string, expiresAt = time + 10 * minute) {
  return tx.idempotency.complete(key, { claim, response: "sealed", required, expiresAt })
}

/** The calls of requests with an idempotency key. */
export function idempotentCalls(store: Store) {
  const claimAs = (key: IdempotencyKey, claim: string, now = time, bodyHash = "body") =>
    store.idempotency.claim(key, { bodyHash, claim, now, expiresAt: now + minute })
  return {
    claimAs,
    /** A key with the claim "one". */
    async newClaim(now = time): Promise<IdempotencyKey> {
      const key = newIdempotencyKey()
      await claimAs(key, "one", now)
      return key
    },
    release: (key: IdempotencyKey, claim: string) => store.idempotency.release([{ key, claim }]),
    complete: (key: IdempotencyKey, claim: string, expiresAt?: number) =>
      change(store, undefined, (tx) => completeIn(tx, key, claim, expiresAt)),
  }
}
