import { countedAt } from "./customer-meter.ts"
import type { BalancesLeft } from "./funds.ts"
import type { Identity, Plan, PlanChange, Ratelimit } from "./model.ts"
import { withoutNulls } from "./nulls.ts"
import { identityAt, quotaOf } from "./plans.ts"
import { type IdentityBalance, nextPeriod, type PeriodCount, type Quota } from "./quota.ts"

/** Identities, their plans and what they have left, in the form that the API returns. */

export function toWireRatelimit({ id, name, limit, duration, autoApply }: Ratelimit) {
  return { id, name, limit, duration, autoApply }
}

/** With what the identity has used and prepaid at `now`. */
export function toWireIdentity(identity: Identity, now: number) {
  const current = countedAt(identityAt(identity, now), now)
  const { permissions, planChange, billingDay, balance } = current
  const quota = quotaOf(current, now)
  const remaining = balance?.remaining ?? null
  return {
    ...toWireEmbeddedIdentity(embeddedIdentity(current)),
    permissions: permissions.map(({ slug }) => slug),
    billingDay,
    ...withoutNulls({
      planChange: planChange && toWirePlanChange(planChange),
      quota: quota && toWireCountedQuota(current, quota, now),
      credits: remaining === null ? null : toWireSharedCredits(remaining, balance),
      otherPeriods: otherPeriodsOf(current, quota),
    }),
  }
}

/** Oldest first; null if nothing was counted in them. The identity must be as `countedAt` returns it. */
function otherPeriodsOf({ billingDay, balance }: Identity, quota: Quota | null) {
  const { count = null, others = [] } = balance ?? {}
  const counts = quota === null && count !== null ? [count, ...others] : others
  const periods = counts.flatMap(({ interval, previous, ...last }) =>
    [last, ...(previous === null ? [] : [previous])].map(({ from, used, overageUsed }) => {
      const ends = nextPeriod({ interval, billingDay }, from)
      return { interval, ...(ends !== null && { from, ends }), used, overageUsed }
    }),
  )
  const counted = periods.filter(({ used, overageUsed }) => used + overageUsed > 0)
  if (counted.length === 0) return null
  return counted.toSorted(({ from = 0, ends = 0 }, other) => from - (other.from ?? 0) || ends - (other.ends ?? 0))
}

function toWireSharedCredits(remaining: number, balance: IdentityBalance | null) {
  const { holds, threshold } = balance ?? {}
  return { remaining, reserved: holds?.reserved ?? 0, ...withoutNulls({ lowAt: threshold?.lowAt ?? null }) }
}

/** The identity must be as `countedAt` returns it. */
function toWireCountedQuota({ quota: own, billingDay, balance }: Identity, quota: Quota, now: number) {
  const { from = 0, used = 0, overageUsed = 0, previous = null } = balance?.count ?? {}
  const resets = nextPeriod({ interval: quota.interval, billingDay }, now)
  return {
    ...toWireQuota(quota),
    ...(own === null && { inherited: true }),
    used,
    overageUsed,
    ...(resets !== null && { from, resets }),
    ...(previous !== null && { previous: toWirePeriod(previous) }),
  }
}

function toWirePeriod({ from, used, overageUsed }: PeriodCount) {
  return { from, used, overageUsed }
}

function toWireQuota({ limit, interval, overage }: Quota) {
  return { limit, interval, overage }
}

/** What is left, with the fields that a verification returns. */
export function toWireBalances({ key, quota, credits, overageUsed }: BalancesLeft) {
  return withoutNulls({ key, quota, credits, overageUsed })
}

function toWirePlanChange({ plan, at }: PlanChange) {
  return { ...withoutNulls({ plan: plan && toWirePlanOfIdentity({ ...plan, isInherited: false }) }), at }
}

/** An identity as its keys show it. */
export interface EmbeddedIdentity
  extends Omit<Identity, "permissions" | "plan" | "planChange" | "defaultPlan" | "billingDay" | "quota" | "balance"> {
  readonly plan: AppliedPlan | null
}

/** The plan that an identity has now. */
export interface AppliedPlan extends Pick<Plan, "id" | "name" | "meta"> {
  /** The default plan, because the identity has no plan of its own. */
  readonly isInherited: boolean
}

/** No change of plan may be due. */
export function embeddedIdentity({ plan, defaultPlan, ...identity }: Identity): EmbeddedIdentity {
  const applied = plan ?? defaultPlan
  return { ...identity, plan: applied && { ...applied, isInherited: plan === null } }
}

export function toWireEmbeddedIdentity(identity: EmbeddedIdentity) {
  const { id, externalId, enabled, meta, ratelimits, plan, createdAt, updatedAt } = identity
  return {
    id,
    identityId: id,
    externalId,
    enabled,
    meta,
    ratelimits: ratelimits.map(toWireRatelimit),
    ...withoutNulls({ plan: plan && toWirePlanOfIdentity(plan), createdAt, updatedAt }),
  }
}

function toWirePlanOfIdentity({ id, name, meta, isInherited }: AppliedPlan) {
  return { id, name, meta, ...(isInherited && { inherited: true }) }
}

/** Without the number of its identities, which is counted separately. */
export function toWirePlan(plan: Plan) {
  const { id, name, description, meta, permissions, ratelimits, maxKeys, quota, isDefault, createdAt, updatedAt } = plan
  return {
    id,
    name,
    ...withoutNulls({ description }),
    meta,
    permissions: permissions.map(({ slug }) => slug),
    ratelimits: ratelimits.map(toWireRatelimit),
    ...withoutNulls({ maxKeys, quota: quota && toWireQuota(quota) }),
    default: isDefault,
    ...withoutNulls({ createdAt, updatedAt }),
  }
}
