import { planOf } from "./plans.ts"
import { expectEvent, type Identity, isExpired, isLiveKey, type Key, liveOf, type Model } from "./state.ts"

/** The counted objects that a call would add (docs/contract.md#108-limits-and-quotas). */
interface Growth {
  readonly keys?: readonly Pick<Key, "expires">[]
  readonly identities?: number
}

export function isWithinQuotas({ workspace, keys, identities, now }: Model, growth: Growth): boolean {
  const { limits } = workspace
  const isCounted = ({ expires }: Pick<Key, "expires">) => !isExpired(expires, now)
  return (
    fits(keys.filter(isLiveKey).filter(isCounted).length, growth.keys?.filter(isCounted).length, limits.keys) &&
    fits(liveOf(identities).length, growth.identities, limits.identities)
  )
}

/** A quota refuses new objects, never existing ones. */
function fits(count: number, additional = 0, limit: number | null): boolean {
  return limit === null || additional === 0 || count + additional <= limit
}

/** A key that its identity did not have before as an unexpired one. The identity need not exist yet. */
interface GainedKey extends Pick<Key, "expires"> {
  readonly externalId: string | undefined
}

/** docs/contract.md#262-plans, `maxKeys`: a refusal never disables the workspace. */
export function hasRoomInPlans(model: Model, gained: readonly GainedKey[]): boolean {
  const counted = gained.filter(({ expires }) => !isExpired(expires, model.now))
  const externalIds = new Set(counted.flatMap(({ externalId }) => externalId ?? []))
  return [...externalIds].every((externalId) => {
    const identity = liveOf(model.identities).find((one) => one.externalId === externalId)
    const { maxKeys = null } = planOf(model, identity ?? { plan: undefined, planChange: undefined }) ?? {}
    const additional = counted.filter((key) => key.externalId === externalId).length
    return fits(identity === undefined ? 0 : unexpiredKeysOf(model, identity), additional, maxKeys)
  })
}

function unexpiredKeysOf({ keys, now }: Model, identity: Identity): number {
  return keys.filter((key) => isLiveKey(key) && key.identity === identity && !isExpired(key.expires, now)).length
}

export const noRoomInPlan = "403 limits/quota_exceeded"

export function mayVerify(model: Model): boolean {
  const { verificationsPerMonth } = model.workspace.limits
  return verificationsPerMonth === null || verifiedThisMonth(model) < verificationsPerMonth
}

export function verifiedThisMonth(model: Model): number {
  return model.verified.get(monthOf(model)) ?? 0
}

/** Every verdict except NOT_FOUND counts, even while there is no limit. */
export function countVerification(model: Model): void {
  model.verified.set(monthOf(model), verifiedThisMonth(model) + 1)
}

function monthOf({ now }: Model): string {
  const date = new Date(now)
  return `${date.getUTCFullYear()}/${date.getUTCMonth()}`
}

/** A refused call may disable the workspace. */
export function refuseByQuota(model: Model): string {
  const { workspace } = model
  if (workspace.limits.onExceeded === "disable") {
    Object.assign(workspace, {
      state: "disabled",
      reason: "quota_exceeded",
      disabledAt: model.now,
      updatedAt: model.now,
    })
    expectEvent(model, "workspace.disabled", workspace)
  }
  return "403 limits/quota_exceeded"
}
