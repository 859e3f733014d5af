import { chargeAt } from "../../../core/customer-meter.ts"
import type { CommitRequest, CommitVerdict } from "../../../core/decide-commit.ts"
import type { NotYet } from "../../../core/stored-balances.ts"
import type { FoundReservation } from "../../../storage/port/credits.ts"
import { findKeyForUpdate } from "../keys/change-key.ts"
import { type Transacting, transact } from "../transact.ts"
import { storeCurrentCount } from "./charge.ts"
import { ownersOf } from "./give-back.ts"
import { tryAgainWhileDue } from "./try-again.ts"

/** Charges a reservation, after what has to be stored first: refills, counts, and reservations that have run out. */
export async function commitReservation(
  context: Transacting,
  found: FoundReservation,
  amount: number,
): Promise<Exclude<CommitVerdict, NotYet>> {
  const { store, workspace, now } = context
  const { id, key, customer } = found.reservation
  const balanceId = key?.balanceId ?? null
  let current = found
  let ignoresRefill = false
  return tryAgainWhileDue<Exclude<CommitVerdict, NotYet>>(async () => {
    const request = { type: "commit", reservationId: id, balanceId, ignoresRefill, amount, now } as const
    const verdict = await store.credits.commit({ ...request, ...chargeOf(current, now) })
    switch (verdict.type) {
      case "refill_due":
        ignoresRefill = !(await storeRefill(context, current))
        return "again"
      case "returns_due":
        await store.credits.giveBack(ownersOf({ balanceId, identityId: customer?.identityId }), now)
        return "again"
      case "other_count":
        await storeCurrentCount(context, customer?.identityId ?? "")
        current = (await store.credits.findReservation(workspace.id, id, now)) ?? current
        return "again"
      default:
        return verdict
    }
  })
}

/** How the customer is charged now, which may differ from when the reservation was made. */
function chargeOf(
  { reservation: { customer }, meter }: FoundReservation,
  now: number,
): Pick<CommitRequest, "customer" | "isCustomerGone"> {
  if (customer === null) return {}
  if (meter === null) return { customer: { identityId: customer.identityId, quota: null }, isCustomerGone: true }
  return { customer: chargeAt(meter, now) }
}

/** Stores the due refill of a balance with one of its keys. Returns false if all of them were deleted. */
async function storeRefill(context: Transacting, { reservation: { key } }: FoundReservation): Promise<boolean> {
  const { store, workspace, now } = context
  const [keyId] = await store.balances.listKeyIds(workspace.id, key?.balanceId ?? "", 1)
  if (keyId === undefined) return false
  const stored = await transact(context, (tx) => findKeyForUpdate({ tx, workspace, now }, keyId))
  return stored !== undefined
}
