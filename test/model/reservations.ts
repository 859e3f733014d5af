import { type Funds, type Parts, type PeriodName, partsPaid, periodOf, withParts } from "./funds.ts"
import { fundsOf } from "./plans.ts"
import { creditsOf } from "./refill.ts"
import type { Balance, Identified, Identity, Key, Model } from "./state.ts"

/** Credits that a verification has reserved, after docs/contract.md#264-reservations. */
export interface Reservation extends Identified {
  readonly apiId: string
  readonly cost: number
  readonly expires: number
  readonly key: { readonly balance: Balance; readonly generation: number } | undefined
  readonly customer: CustomerHold | undefined
  isOpen: boolean
  answer: { readonly wanted: number; readonly data: unknown } | undefined
}

interface CustomerHold {
  readonly identity: Identity
  readonly parts: Parts
  readonly generation: number
  readonly period: PeriodName | undefined
}

/** What is due at the time of the model happens before every call: refills, and returns of what has run out. */
export function settle(model: Model): void {
  for (const key of model.keys) {
    const credits = creditsOf(key, model.now)
    if (key.balance === undefined || key.balance.credits === credits) continue
    Object.assign(key.balance, { credits, generation: key.balance.generation + 1, reserved: 0 })
  }
  for (const reservation of model.reservations) {
    if (reservation.isOpen && reservation.expires <= model.now) release(reservation, 0)
  }
}

/** Ends a hold: `spent` of it stay taken. What was set or refilled since then gets nothing back. */
export function release(reservation: Reservation, spent: number): void {
  const { key, customer, cost } = reservation
  reservation.isOpen = false
  const rest = cost - spent
  if (key?.balance.credits !== undefined && key.balance.generation === key.generation) {
    const { balance } = key
    const { credits } = balance
    Object.assign(balance, {
      credits: credits && { ...credits, remaining: credits.remaining + rest },
      reserved: balance.reserved - cost,
    })
  }
  if (customer === undefined) return
  const overage = Math.min(rest, customer.parts.overage)
  const credits = Math.min(rest - overage, customer.parts.credits)
  const back = { overage, credits, quota: rest - overage - credits }
  const { identity, generation, period, parts } = customer
  identity.funds = withParts(identity.funds, back, { generation, period, reserved: parts.credits })
}

interface Hold {
  readonly cost: number
  readonly expiresIn: number
  /** Before the cost was taken. */
  readonly funds: Funds | undefined
}

/** Remembers what a verification has just taken. Undefined if nothing was metered. */
export function reserve(model: Model, key: Key, { cost, expiresIn, funds }: Hold): Reservation | undefined {
  const { balance, identity } = key
  const own = balance?.credits === undefined ? undefined : { balance, generation: balance.generation }
  const isCharged = funds !== undefined && (funds.quota !== undefined || funds.credits !== undefined)
  const after = identity && fundsOf(model, identity)
  const customer =
    isCharged && identity && after
      ? {
          identity,
          parts: partsPaid(funds, after, model.now),
          generation: after.generation,
          period: periodOf(after, model.now),
        }
      : undefined
  if (cost === 0 || (own === undefined && customer === undefined)) return undefined
  if (own !== undefined) own.balance.reserved += cost
  if (identity !== undefined && customer !== undefined) {
    identity.funds = { ...identity.funds, reserved: identity.funds.reserved + customer.parts.credits }
  }
  const expires = Math.ceil((model.now + expiresIn) / 1_000) * 1_000
  const reservation: Reservation = {
    ...{ id: "", apiId: key.api.id, cost, expires, key: own, customer },
    isOpen: true,
    answer: undefined,
  }
  model.reservations.push(reservation)
  return reservation
}

/** A balance goes with the last of its keys that is erased. */
export function isErased({ keys }: Model, balance: Balance): boolean {
  return keys.every((key) => key.balance !== balance || key.isErased)
}
