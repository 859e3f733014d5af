import type { Funds, Parts } from "./funds.ts"
import { noHolds } from "./holds.ts"
import type { Ledger } from "./ledger.ts"
import type { PeriodCount, QuotaCount } from "./quota.ts"
import type { CountedPeriod, CustomerHold, Reservation } from "./reservation.ts"

/** Ends a hold: `spent` of it stay taken, and the rest goes back where it came from. */
export function endHold(ledger: Ledger, { key, customer, cost }: Reservation, spent: number): void {
  const rest = cost - spent
  const balance = key === null ? undefined : ledger.keys.get(key.balanceId)
  if (key !== null && balance !== undefined && balance.remaining !== null) {
    const { holds = noHolds } = balance
    if (holds.version === key.version) {
      ledger.keys.set(key.balanceId, {
        ...balance,
        remaining: raised(balance.remaining, rest),
        holds: { ...holds, reserved: holds.reserved - cost },
      })
    }
  }
  const funds = customer === null ? undefined : ledger.identities.get(customer.identityId)
  if (customer !== null && funds !== undefined) endCustomerHold(ledger, { hold: customer, funds, rest })
}

interface CustomerReturn {
  readonly hold: CustomerHold
  readonly funds: Funds
  readonly rest: number
}

function endCustomerHold(ledger: Ledger, { hold, funds, rest }: CustomerReturn): void {
  const { identityId, version, count } = hold
  const back = partsToReturn(hold.parts, rest)
  const credited = withCredits(funds, { version, held: hold.parts.credits, back: back.credits })
  const counted = count === null ? credited : withCount(credited, count, back)
  ledger.identities.set(identityId, counted ?? credited)
  if (counted === undefined && count !== null && back.quota + back.overage > 0) {
    ledger.addLateReturn({ ...count, identityId, used: back.quota, overageUsed: back.overage })
  }
}

/** Overage comes back first, then credits, then quota. */
function partsToReturn({ credits, overage }: Parts, rest: number): Parts {
  const fromOverage = Math.min(rest, overage)
  const fromCredits = Math.min(rest - fromOverage, credits)
  return { overage: fromOverage, credits: fromCredits, quota: rest - fromOverage - fromCredits }
}

interface CreditReturn {
  readonly version: number
  readonly held: number
  readonly back: number
}

/** Credits that were set since then stay as they are. */
function withCredits(funds: Funds, { version, held, back }: CreditReturn): Funds {
  const { remaining, holds = noHolds } = funds
  if (remaining === null || holds.version !== version) return funds
  return { ...funds, remaining: raised(remaining, back), holds: { ...holds, reserved: holds.reserved - held } }
}

/** undefined if another interval is counted now. What is older than the previous period lapses. */
function withCount(funds: Funds, period: CountedPeriod, back: Parts): Funds | undefined {
  const { count } = funds
  if (count === null || count.interval !== period.interval) return undefined
  return { ...funds, count: reduced(count, period, back) }
}

function reduced(count: QuotaCount, period: CountedPeriod, back: Parts): QuotaCount {
  if (count.from === period.from) return { ...count, ...lessUse(count, period, back) }
  const { previous } = count
  if (previous?.from !== period.from) return count
  return { ...count, previous: { ...previous, ...lessUse(previous, period, back) } }
}

/** Who sets `used` overwrites the use that was reserved before, and no overage. */
function lessUse({ used, overageUsed, version = 0 }: PeriodCount, period: CountedPeriod, { quota, overage }: Parts) {
  return { used: version === period.version ? used - quota : used, overageUsed: overageUsed - overage }
}

/** A balance that was topped up to the largest integer cannot hold more. */
function raised(remaining: number, by: number): number {
  return Math.min(remaining + by, Number.MAX_SAFE_INTEGER)
}
