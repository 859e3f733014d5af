import type { Balance } from "./model.ts"
import type { IdentityBalance, PeriodCount, QuotaCount } from "./quota.ts"
import type { LateReturn } from "./reservation.ts"

/** Balances as if all open reservations were given back now, for exports, which hold no reservations. */

export function balanceGivenBack({ holds, ...balance }: Balance): Balance {
  const { credits } = balance
  if (credits === null || holds === undefined) return balance
  return { ...balance, credits: { ...credits, remaining: sumOf(credits.remaining, holds.reserved) } }
}

/** `heldUse` is what open reservations have used of the quotas of this identity. */
export function identityBalanceGivenBack(
  { remaining, count, others, holds, threshold }: IdentityBalance,
  heldUse: readonly LateReturn[],
): IdentityBalance {
  const given = (each: QuotaCount) => countGivenBack(each, heldUse)
  return {
    remaining: remaining === null ? null : sumOf(remaining, holds?.reserved ?? 0),
    count: count && given(count),
    others: others.map(given),
    threshold,
  }
}

function countGivenBack({ interval, previous, ...current }: QuotaCount, heldUse: readonly LateReturn[]): QuotaCount {
  const own = heldUse.filter((held) => held.interval === interval)
  return { interval, ...periodGivenBack(current, own), previous: previous && periodGivenBack(previous, own) }
}

function periodGivenBack({ from, version = 0, ...use }: PeriodCount, heldUse: readonly LateReturn[]): PeriodCount {
  const held = heldUse.filter((each) => each.from === from)
  const overwritable = held.filter((each) => each.version === version)
  return {
    from,
    used: overwritable.reduce((left, { used }) => left - used, use.used),
    overageUsed: held.reduce((left, { overageUsed }) => left - overageUsed, use.overageUsed),
  }
}

function sumOf(remaining: number, reserved: number): number {
  return Math.min(remaining + reserved, Number.MAX_SAFE_INTEGER)
}
