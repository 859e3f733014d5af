import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { int, ref } from "../contract/primitives.ts"
import { balances } from "../contract/quota.ts"
import { costMaximum } from "../contract/verification.ts"
import { toWireBalances } from "../core/wire-identity.ts"
import { consumption } from "./operation.ts"
import { commitReservation } from "./shared/verify/commit-reservation.ts"

export const commit = consumption({
  name: "credits.commit",
  title: "Charge a reservation",
  summary:
    "Charge what a request turned out to cost, after a verification that reserved credits. The rest of the reservation is given back.",
  needs: ["api.{apiId}.verify_key"],
  input: z.strictObject({
    reservationId: ref.describe("`reservationId` of the verification."),
    amount: int(0, costMaximum).describe(
      "Credits to charge: less than was reserved, or more. 0 gives everything back.",
    ),
  }),
  output: z.object({
    amount: z.int().describe("Credits that were charged."),
    uncovered: z
      .int()
      .describe(
        "Credits that key and identity did not have. 0 unless the amount was above the reservation, or the reservation had run out.",
      ),
    balances: balances.describe("What key and identity have left after this call, one by one."),
  }),
  errors: ["data/reservation_not_found", "data/reservation_already_committed"],
  example: { reservationId: "rsv_1CAiZx1YPnJZtcPxTdBGPS", amount: 3 },
  async run(context) {
    const { input, workspace, store, now, usage, mayVerify, balanceWatch } = context
    const found = await store.credits.findReservation(workspace.id, input.reservationId, now)
    // A caller that may not verify keys of the API cannot know its reservations.
    if (found === undefined || !mayVerify(found.reservation.apiId)) throw fault("data/reservation_not_found")
    const { reservation } = found
    const verdict = await commitReservation(context, found, input.amount)
    switch (verdict.type) {
      case "unknown_reservation":
        throw fault("data/reservation_not_found")
      case "other_amount": {
        const detail = `The reservation ${reservation.id} was committed with the amount ${verdict.wanted}. A reservation is charged once.`
        throw fault("data/reservation_already_committed", { detail })
      }
      case "committed": {
        const { amount, uncovered, balances } = verdict.answer
        if (!verdict.isRepeated) {
          usage.committed(reservation, amount, now)
          const { key, customer } = reservation
          const owners = { balanceId: key?.balanceId ?? null, identityId: customer?.identityId ?? null }
          balanceWatch.committed({ workspaceId: workspace.id, ...owners })
        }
        return { amount, uncovered, balances: toWireBalances(balances) }
      }
    }
  },
})
