import { endHold } from "./end-hold.ts"
import { noHolds } from "./holds.ts"
import type { BalanceOwner, Ledger } from "./ledger.ts"

/** Gives back reservations that have run out, and notes when the next one of the owner does. */
export interface ReturnRequest {
  readonly type: "return"
  /** Whose reservations are given back. */
  readonly owner: BalanceOwner
  readonly reservations: readonly ExpiredReservation[]
  /** False if the owner has more reservations that have run out. */
  readonly isComplete: boolean
  readonly now: number
}

/** A reservation with the balances that it was taken from, to lock them. */
export interface ExpiredReservation {
  readonly id: string
  readonly balanceId: string | null
  readonly identityId: string | null
}

export interface ReturnVerdict {
  readonly type: "returned"
}

export function decideReturns(
  { owner, reservations, isComplete, now }: ReturnRequest,
  ledger: Ledger,
  nextReturns: ReadonlyMap<string, number> | undefined,
): ReturnVerdict {
  for (const { id } of reservations) {
    const reservation = ledger.findReservation(id)
    if (reservation === undefined || !reservation.isOpen || now < reservation.expires) continue
    endHold(ledger, reservation, 0)
    ledger.endReservation(reservation, null)
  }
  if (isComplete) noteNextReturn(owner, ledger, nextReturns)
  return { type: "returned" }
}

function noteNextReturn(owner: BalanceOwner, ledger: Ledger, nextReturns: ReadonlyMap<string, number> = new Map()) {
  const { balanceId, identityId } = owner
  const balance = balanceId === undefined ? undefined : ledger.keys.get(balanceId)
  const funds = identityId === undefined ? undefined : ledger.identities.get(identityId)
  const times = [nextReturns.get(balanceId ?? identityId ?? ""), ledger.firstAdded(owner)].filter(
    (time) => time != null,
  )
  const returnsAt = times.length === 0 ? null : Math.min(...times)
  if (balanceId !== undefined && balance !== undefined) {
    ledger.keys.set(balanceId, { ...balance, holds: { ...(balance.holds ?? noHolds), returnsAt } })
  }
  if (identityId !== undefined && funds !== undefined) {
    ledger.identities.set(identityId, { ...funds, holds: { ...(funds.holds ?? noHolds), returnsAt } })
  }
}
