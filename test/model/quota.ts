import { expectEvent, isExpired, isLiveKey, type Key, liveOf, type Model } from "./state.ts"

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

export function mayVerify(model: Model): boolean {
  const { verificationsPerMonth } = model.workspace.limits
  return verificationsPerMonth === null || (model.verified.get(monthOf(model)) ?? 0) < verificationsPerMonth
}

/** Every verdict except NOT_FOUND counts, even while there is no limit. */
export function countVerification(model: Model): void {
  const month = monthOf(model)
  model.verified.set(month, (model.verified.get(month) ?? 0) + 1)
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
