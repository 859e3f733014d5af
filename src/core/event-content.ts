import type { Identity, KeyDetails, Plan, Role } from "./model.ts"
import { withoutNulls } from "./nulls.ts"
import { toWireRole, wireKeyWith } from "./wire.ts"
import { toWireIdentity } from "./wire-identity.ts"

/**
 * Objects as events record them. An event holds the object's own fields and only names linked objects. Otherwise an
 * import of 10,000 keys with one role would write that role's permissions 10,000 times.
 */

/** `permissions` holds the direct ones only; the events of a role record the permissions of the role. */
export function keyInEvent(key: KeyDetails) {
  return wireKeyWith(key, {
    identity: key.identity === null ? null : ownerInEvent(key.identity),
    permissions: key.directPermissions.map(({ slug }) => slug),
  })
}

function ownerInEvent({ id, externalId }: Identity) {
  return { id, externalId }
}

/** Only the plan and the quota of its own, because plans have events of their own. What was counted is always recorded. */
export function identityInEvent(identity: Identity, now: number) {
  const { plan, planChange, quota } = identity
  const counted = quota === null ? countInEvent(identity, now) : null
  const shown = toWireIdentity({ ...identity, plan: null, planChange: null, defaultPlan: null }, now)
  const { otherPeriods: _others, ...own } = shown
  const change = planChange && {
    ...withoutNulls({ plan: planChange.plan && planInEvent(planChange.plan) }),
    at: planChange.at,
  }
  return { ...own, ...withoutNulls({ plan: plan && planInEvent(plan), planChange: change, quota: counted }) }
}

/** The count of the quota that a plan gives; null if it gives none, or nothing was counted. */
function countInEvent(identity: Identity, now: number) {
  const { quota } = toWireIdentity(identity, now)
  if (quota === undefined) return null
  const { limit: _limit, overage: _overage, ...counted } = quota
  const { used, overageUsed, previous } = counted
  return used === 0 && overageUsed === 0 && previous === undefined ? null : counted
}

function planInEvent({ id, name }: Plan) {
  return { id, name }
}

export function roleInEvent(role: Role) {
  return { ...toWireRole({ ...role, permissions: [] }), permissions: role.permissions.map(({ slug }) => slug) }
}

/** Omits lists and `meta` of a deleted object, because its earlier events hold them. */
export function deletedInEvent(object: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).filter(([field, value]) => field !== "meta" && !Array.isArray(value)),
  )
}
