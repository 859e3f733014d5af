import { fault, invalidInput } from "../../contract/errors.ts"
import { canonicalJsonWithPauses } from "../../core/canonical-json.ts"
import { createPauser } from "../../core/pauses.ts"
import type { RepeatableRequest } from "../../secrets/vault.ts"
import type { ClaimRequest, IdempotencyKey } from "../../storage/port/idempotency.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { Service } from "../service.ts"

const keptForMs = 24 * 60 * 60 * 1000
/** Longer than any request may run, so that a claim outlives its request only after a crash. */
const claimedForMs = 60_000

export interface IdempotentCall extends Pick<ClaimRequest, "workspaceId" | "onPropagated" | "now"> {
  readonly scope: string
  readonly operation: string
  readonly idempotencyKey: string
  /** The body as the client sent it, without defaults. */
  readonly body: unknown
}

export type Claim =
  | { readonly type: "replay"; readonly data: string; readonly required: readonly string[] }
  | FirstClaim

export interface FirstClaim {
  readonly type: "first"
  /** The progress of an earlier request that stopped between slices. */
  readonly progress: unknown
  /** Stores the progress in the transaction of a slice. */
  advance(tx: Transaction, progress: unknown): Promise<void>
  /** Stores the response in the transaction, with the permissions that a replay requires. */
  keep(tx: Transaction, data: string, required: readonly string[]): Promise<void>
  release(): Promise<void>
}

export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key")
  if (key === null) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalidInput({
    location: "header.Idempotency-Key",
    message: "must have 1 to 255 visible ASCII characters",
    fix: "Send a UUID.",
  })
}

/** Step 6 of the pipeline: exactly one of the requests with the same key runs. */
export async function claimIdempotencyKey(service: Service, call: IdempotentCall): Promise<Claim> {
  const { store, vault } = service
  const key: IdempotencyKey = { scope: call.scope, operation: call.operation, keyHash: vault.hash(call.idempotencyKey) }
  const pauseIfDue = createPauser(() => performance.now())
  const bodyHash = vault.hash(await canonicalJsonWithPauses(call.body, pauseIfDue))
  const request = { ...call, bodyHash }
  const claim = service.mint.id("req")
  const expiresAt = call.now + claimedForMs
  const { workspaceId, now, onPropagated } = call
  const state = await store.idempotency.claim(key, { workspaceId, bodyHash, claim, now, expiresAt, onPropagated })
  if (state.type === "claimed") {
    return {
      type: "first",
      progress: state.progress === undefined ? undefined : JSON.parse(state.progress),
      advance: (tx, progress) =>
        tx.idempotency.advance(key, {
          claim,
          progress: JSON.stringify(progress),
          expiresAt: service.now() + claimedForMs,
        }),
      keep: (tx, data, required) =>
        tx.idempotency.complete(key, {
          claim,
          response: vault.sealResponse(data, { ...request, required }),
          required,
          expiresAt: call.now + keptForMs,
        }),
      release: () => store.idempotency.release([{ key, claim }]),
    }
  }
  if (state.bodyHash !== bodyHash) throw fault("application/idempotency_key_reused")
  if (state.type === "running") throw fault("application/idempotency_in_progress", { headers: { "Retry-After": "1" } })
  const { required } = state
  return { type: "replay", data: decryptStored(service, { ...request, required }, state.response), required }
}

/** Decryption fails if an operator has removed the encryption key of the stored response. */
function decryptStored({ vault }: Service, request: RepeatableRequest, response: string): string {
  try {
    return vault.openResponse(response, request)
  } catch (cause) {
    const detail =
      "A request with this Idempotency-Key was already executed, but the server cannot decrypt the stored response, because its encryption key was removed. Check the effect of the first request before you send it again with a new Idempotency-Key."
    throw fault("application/idempotency_key_reused", { detail, cause })
  }
}
