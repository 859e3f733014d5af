import { endHold } from "./end-hold.ts"
import { type Funds, fundsLeft, payableFrom, payFrom } from "./funds.ts"
import { hasDueReturns } from "./holds.ts"
import type { Ledger } from "./ledger.ts"
import { type CommitAnswer, isKnown, type Reservation } from "./reservation.ts"
import type { CustomerCharge, NotYet } from "./stored-balances.ts"

/** Charges what a reservation turned out to cost. */
export interface CommitRequest {
  readonly type: "commit"
  readonly reservationId: string
  /** What the reservation was taken from, to lock it. */
  readonly balanceId: string | null
  /** How the customer is charged now. Absent if the reservation took nothing from a customer. */
  readonly customer?: CustomerCharge | undefined
  /** The customer was deleted, so that no more is taken from it. */
  readonly isCustomerGone?: boolean | undefined
  /** No key is left that a due refill could be stored for. */
  readonly ignoresRefill?: boolean | undefined
  readonly amount: number
  readonly now: number
}

export type CommitVerdict =
  | { readonly type: "committed"; readonly answer: CommitAnswer; readonly isRepeated: boolean }
  /** It was committed with this amount. */
  | { readonly type: "other_amount"; readonly wanted: number }
  /** There is no such reservation, or it was forgotten. */
  | { readonly type: "unknown_reservation" }
  | NotYet

export function decideCommit(request: CommitRequest, ledger: Ledger): CommitVerdict {
  const { reservationId, amount: wanted, now } = request
  const reservation = ledger.findReservation(reservationId)
  if (reservation === undefined || !isKnown(reservation, now)) return { type: "unknown_reservation" }
  const { answer } = reservation
  if (answer !== null) {
    if (answer.wanted !== wanted) return { type: "other_amount", wanted: answer.wanted }
    return { type: "committed", answer, isRepeated: true }
  }
  const notYet = notYetOf(request, ledger)
  if (notYet !== undefined) return notYet
  // What has run out was given back before this.
  const held = reservation.isOpen ? reservation.cost : 0
  const fromHold = Math.min(wanted, held)
  if (reservation.isOpen) endHold(ledger, reservation, fromHold)
  const more = takeMore(request, ledger, reservation, wanted - fromHold)
  const amount = fromHold + more
  const committed = { wanted, amount, uncovered: wanted - amount, balances: balancesLeft(request, ledger) }
  ledger.endReservation(reservation, committed)
  return { type: "committed", answer: committed, isRepeated: false }
}

function notYetOf({ balanceId, customer, ignoresRefill, now }: CommitRequest, ledger: Ledger): NotYet | undefined {
  const balance = balanceId === null ? undefined : ledger.keys.get(balanceId)
  const funds = customer && ledger.identities.get(customer.identityId)
  if (balance !== undefined && balance.remaining !== null && ignoresRefill !== true) {
    if (balance.refillAt !== null && balance.refillAt <= now) return { type: "refill_due" }
  }
  if (hasDueReturns(balance?.holds, now) || hasDueReturns(funds?.holds, now)) return { type: "returns_due" }
  const interval = customer?.quota?.interval
  if (interval !== undefined && funds?.count != null && funds.count.interval !== interval)
    return { type: "other_count" }
  return undefined
}

/** Takes the same from each balance, as far as every one of them has it. */
function takeMore(request: CommitRequest, ledger: Ledger, { key, customer }: Reservation, wanted: number): number {
  const amount = Math.min(wanted, key === null ? wanted : leftOfKey(ledger, key.balanceId))
  const funds = customer === null ? undefined : ledger.identities.get(customer.identityId)
  const more = Math.min(amount, customer === null ? amount : leftOfCustomer(request, funds))
  if (more === 0) return 0
  const balance = key === null ? undefined : ledger.keys.get(key.balanceId)
  if (key !== null && balance !== undefined && balance.remaining !== null) {
    ledger.keys.set(key.balanceId, { ...balance, remaining: balance.remaining - more })
  }
  const paid = funds && payFrom(funds, request.customer?.quota ?? null, more)
  if (customer !== null && paid !== undefined) ledger.identities.set(customer.identityId, paid)
  return more
}

/** A balance that was erased has nothing left; credits that were removed have no bound. */
function leftOfKey({ keys }: Ledger, balanceId: string): number {
  const balance = keys.get(balanceId)
  if (balance === undefined) return 0
  return balance.remaining ?? Number.MAX_SAFE_INTEGER
}

function leftOfCustomer({ customer, isCustomerGone }: CommitRequest, funds: Funds | undefined): number {
  if (funds === undefined || isCustomerGone === true) return 0
  return payableFrom(funds, customer?.quota ?? null)
}

function balancesLeft({ balanceId, customer, isCustomerGone }: CommitRequest, ledger: Ledger) {
  const key = balanceId === null ? null : (ledger.keys.get(balanceId)?.remaining ?? null)
  const funds = customer === undefined || isCustomerGone ? undefined : ledger.identities.get(customer.identityId)
  return fundsLeft({ key, quota: customer?.quota ?? null, funds: funds ?? null })
}
