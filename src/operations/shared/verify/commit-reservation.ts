import { chargeAt, meterOf } from "../../../core/customer-meter.ts"
import type { CommitRequest, CommitVerdict } from "../../../core/decide-commit.ts"
import type { Reservation } from "../../../core/reservation.ts"
import type { NotYet } from "../../../core/stored-balances.ts"
import { findKeyForUpdate } from "../keys/change-key.ts"
import { type Transacting, transact } from "../transact.ts"
import { storeCurrentCount } from "./charge.ts"
import { ownersOf } from "./give-back.ts"

interface Commit {
  readonly reservation: Reservation
  readonly amount: number
  readonly ignoresRefill?: boolean
}

/** Charges a reservation, after what has to be stored first: refills, counts, and reservations that have run out. */
export async function commitReservation(context: Transacting, commit: Commit): Promise<Exclude<CommitVerdict, NotYet>> {
  const { store, now } = context
  const { reservation, amount, ignoresRefill } = commit
  const { key, customer } = reservation
  const verdict = await store.credits.commit({
    type: "commit",
    reservationId: reservation.id,
    balanceId: key?.balanceId ?? null,
    ...(customer !== null && (await chargeOf(context, customer.identityId))),
    ignoresRefill,
    amount,
    now,
  })
  switch (verdict.type) {
    case "refill_due":
      return commitReservation(context, { ...commit, ignoresRefill: !(await storeRefill(context, reservation)) })
    case "returns_due": {
      const owners = ownersOf({ balanceId: key?.balanceId ?? null, identityId: customer?.identityId })
      await store.credits.giveBack(owners, now)
      return commitReservation(context, commit)
    }
    case "other_count":
      await storeCurrentCount(context, customer?.identityId ?? "")
      return commitReservation(context, commit)
    default:
      return verdict
  }
}

/** How the customer is charged now, which may differ from when the reservation was made. */
async function chargeOf(
  { store, workspace, now }: Transacting,
  identityId: string,
): Promise<Pick<CommitRequest, "customer" | "isCustomerGone">> {
  const identity = await store.identities.find(workspace.id, identityId)
  if (identity === undefined) return { customer: { identityId, quota: null }, isCustomerGone: true }
  const meter = meterOf(identity, now)
  return { customer: meter === null ? { identityId, quota: null } : chargeAt(meter, now) }
}

/** Stores the due refill of a balance with one of its keys. Returns false if all of them were deleted. */
async function storeRefill(context: Transacting, { key }: Reservation): Promise<boolean> {
  const { store, workspace, now } = context
  const [keyId] = await store.balances.listKeyIds(workspace.id, key?.balanceId ?? "", 1)
  if (keyId === undefined) return false
  const stored = await transact(context, (tx) => findKeyForUpdate({ tx, workspace, now }, keyId))
  return stored !== undefined
}
