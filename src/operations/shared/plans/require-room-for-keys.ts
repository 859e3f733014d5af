import { type Fault, fault } from "../../../contract/errors.ts"
import { isExpired } from "../../../core/expiry.ts"
import type { Identity, KeyDetails, Plan } from "../../../core/model.ts"
import { planOf } from "../../../core/plans.ts"
import type { Reads } from "../../../storage/port/store.ts"

interface Growing {
  readonly reads: Pick<Reads, "keys">
  readonly now: number
}

/** A key that its identity did not have before as an unexpired one. */
type AdditionalKey = Pick<KeyDetails, "identity" | "expires">

/**
 * Refuses keys beyond `maxKeys` of their plans. Inside a transaction of the workspace this is exact, because its writers
 * run one after the other. Not a quota of the workspace: exceeding it never disables the workspace.
 */
export async function requireRoomForKeys({ reads, now }: Growing, additional: readonly AdditionalKey[]): Promise<void> {
  const identities = new Map<string, Identity>()
  const counts = new Map<string, number>()
  for (const { identity, expires } of additional) {
    if (identity === null || isExpired({ expires }, now)) continue
    identities.set(identity.id, identity)
    counts.set(identity.id, (counts.get(identity.id) ?? 0) + 1)
  }
  for (const identity of identities.values()) {
    const plan = planOf(identity, now)
    if (plan === null || plan.maxKeys === null) continue
    const room = plan.maxKeys - (counts.get(identity.id) ?? 0)
    // One key more than there is room for is enough to know.
    const isFull = room < 0 || (await reads.keys.countUnexpiredOf(identity, { now, atMost: room + 1 })) > room
    if (isFull) throw tooManyKeys(identity, plan)
  }
}

function tooManyKeys({ externalId }: Identity, { name, maxKeys }: Plan): Fault {
  const detail = `The identity \`${externalId}\` would have more unexpired keys than \`maxKeys\` of its plan \`${name}\` allows, which is ${maxKeys}. Delete some of its keys, or move it to another plan.`
  return fault("limits/quota_exceeded", { detail })
}
