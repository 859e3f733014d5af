import { type BalancesLeft, fundsLeft } from "./funds.ts"
import type { Identity, KeyDetails } from "./model.ts"
import { quotaOf } from "./plans.ts"
import { balanceIn, periodStart, type Quota, type QuotaInPeriod } from "./quota.ts"
import type { CustomerCharge } from "./stored-balances.ts"
import type { KnownThreshold } from "./threshold.ts"

/** How the customer of a key is charged. The balance itself changes with every spend, so it is stored separately. */
export interface CustomerMeter {
  readonly identityId: string
  readonly billingDay: number
  readonly quota: Quota | null
  /** Of its credits. Absent without credits. */
  readonly threshold?: KnownThreshold | undefined
}

/** null if the identity has neither a quota nor credits at `now`. */
export function meterOf(identity: Identity, now: number): CustomerMeter | null {
  const { id, billingDay, balance } = identity
  const quota = quotaOf(identity, now)
  if (quota === null && (balance?.remaining ?? null) === null) return null
  return { identityId: id, billingDay, quota }
}

/** What a request at `now` takes from the customer. */
export function chargeAt({ identityId, billingDay, quota }: CustomerMeter, now: number): CustomerCharge {
  return { identityId, quota: quota && inPeriod({ billingDay, quota }, now) }
}

function inPeriod({ billingDay, quota }: { billingDay: number; quota: Quota }, now: number): QuotaInPeriod {
  return { ...quota, from: periodStart({ interval: quota.interval, billingDay }, now) }
}

/** The identity with the count of its quota at `now`, whether or not the beginning of the period is already stored. */
export function countedAt(identity: Identity, now: number): Identity {
  const { billingDay, balance } = identity
  const quota = quotaOf(identity, now)
  return quota === null ? identity : { ...identity, balance: balanceIn(inPeriod({ billingDay, quota }, now), balance) }
}

/** What is left to a key at `now`. Its own refill must be applied. null if nothing is counted. */
export function balancesAt(
  { balance, identity }: Pick<KeyDetails, "balance" | "identity">,
  now: number,
): BalancesLeft | null {
  const key = balance?.credits?.remaining ?? null
  const meter = identity === null ? null : meterOf(identity, now)
  if (identity === null || meter === null) return key === null ? null : fundsLeft({ key, quota: null, funds: null })
  const { quota } = chargeAt(meter, now)
  return fundsLeft({ key, quota, funds: countedAt(identity, now).balance })
}
