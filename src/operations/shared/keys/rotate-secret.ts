import { fault } from "../../../contract/errors.ts"
import { keyAt } from "../../../core/balance.ts"
import { changesBetween } from "../../../core/changes.ts"
import { keyInEvent } from "../../../core/event-content.ts"
import type { KeyDetails, PreviousSecret, Secret } from "../../../core/model.ts"
import { livingSecret, withPreviousSecrets } from "../../../core/rotation.ts"
import type { EventEntry } from "../../../storage/port/events.ts"
import type { MutationWith } from "../../context.ts"
import { keyResources } from "./change-key.ts"
import { shapeLike } from "./shape-like.ts"

type RotationContext = MutationWith<"tx" | "now">

/** The previous secret of a rotation in progress. */
function requireRotation(key: KeyDetails, now: number): PreviousSecret {
  const previous = livingSecret(key, now)
  if (previous !== undefined) return previous
  const detail = `The key ${key.id} has only one secret that works: no rotation is in progress.`
  throw fault("application/precondition_failed", { detail })
}

/** Mints a new secret for a key. The caller must have authorized this; a recoverable key needs the vault. */
export async function rotateKeySecret(
  { tx, mint, vault, now }: MutationWith<"tx" | "mint" | "vault" | "now">,
  key: KeyDetails,
  overlap: number,
) {
  requireRotatable(key, { overlap, now })
  const shape = await shapeLike(tx, key)
  const { plaintext, start, hash } = mint.key(shape)
  const ciphertext = key.ciphertext === null ? null : vault.sealKey(plaintext, key.id)
  const secret = { ...shape, hash, start, ciphertext, imported: false }
  await startRotation({ tx, now }, key, { secret, overlap })
  return { keyId: key.id, key: plaintext, previousExpires: now + overlap }
}

function requireRotatable(key: KeyDetails, { overlap, now }: { readonly overlap: number; readonly now: number }): void {
  if (key.algorithm === "prefixed_api_key") {
    const detail = `Only a part of the secret of ${key.id} is known until its first verification. Verify it once, or reroll it.`
    throw fault("application/precondition_failed", { detail })
  }
  if (overlap > 0 && livingSecret(key, now) !== undefined) {
    const detail = `The key ${key.id} already has two secrets that work. Finish or cancel its rotation, or rotate it with an overlap of 0, which ends both.`
    throw fault("application/precondition_failed", { detail })
  }
}

interface NewSecret {
  readonly secret: Secret
  readonly overlap: number
}

/** Gives the key a new secret. Secrets that had ended before are forgotten; those that still work end with this rotation. */
async function startRotation(
  context: RotationContext,
  before: KeyDetails,
  { secret, overlap }: NewSecret,
): Promise<void> {
  const { now } = context
  const replaced = { ...secretOf(before), startedAt: now, expires: now + overlap }
  const living = livingSecret(before, now)
  const previousSecrets = [overlap > 0 ? replaced : ended(replaced), ...(living === undefined ? [] : [ended(living)])]
  await storeRotation(context, "key.rotated", [before, withPreviousSecrets({ ...before, ...secret }, previousSecrets)])
}

/** The previous secret is dead. */
export async function finishRotation(context: RotationContext, before: KeyDetails): Promise<void> {
  const previous = requireRotation(before, context.now)
  const after = withPreviousSecrets(before, [ended(previous)])
  await storeRotation(context, "key.rotation_finished", [before, after])
}

/** The key has its previous secret again, and the new one is dead. */
export async function cancelRotation(context: RotationContext, before: KeyDetails): Promise<void> {
  const { startedAt, expires, ...secret } = requireRotation(before, context.now)
  const cancelled = ended({ ...secretOf(before), startedAt, expires })
  const after = withPreviousSecrets({ ...before, ...secret }, [cancelled])
  await storeRotation(context, "key.rotation_cancelled", [before, after])
}

function secretOf({ hash, imported, start, prefix, byteLength, ciphertext }: KeyDetails): Secret {
  return { hash, imported, start, prefix, byteLength, ciphertext }
}

/**
 * Ends a secret on every node: the clock of another one may be some milliseconds behind `now`, but not behind 0. It works
 * never again, so its plaintext need not be stored.
 */
function ended(secret: PreviousSecret): PreviousSecret {
  return { ...secret, expires: 0, ciphertext: null }
}

async function storeRotation(
  { tx, now }: RotationContext,
  type: EventEntry["type"],
  [before, after]: readonly [KeyDetails, KeyDetails],
): Promise<void> {
  await tx.keys.update(before, { ...after, updatedAt: now })
  const changes = changesBetween(keyInEvent(keyAt(before, now)), keyInEvent(keyAt(after, now)))
  tx.record({
    type,
    workspaceId: before.workspaceId,
    resources: keyResources(before),
    changes: changes ?? { before: {}, after: {} },
  })
}
