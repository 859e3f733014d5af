import type { Database } from "bun:sqlite"
import type { BalanceChanges } from "../../core/ledger.ts"
import { reservationRow } from "../sql/schema/reservation-row.ts"
import { boundValues, insertionTexts } from "../sql/statements/insertions.ts"

const endReservation = "update reservations set returns_at = null, answer = ? where id = ?"

const isOfCount = "identity_id = ? and counted_interval = ?"

/** Only one of both finds its row. Use that was set since then stays. */
const reduceCounts = [
  `update identity_counts set
      used = case count_version when ? then used - ? else used end,
      overage_used = overage_used - ?
    where ${isOfCount} and period_from = ?`,
  `update identity_counts set
      previous_used = case coalesce(previous_version, 0) when ? then previous_used - ? else previous_used end,
      previous_overage_used = previous_overage_used - ?
    where ${isOfCount} and previous_from = ?`,
]

export function writeReservations(
  connection: Database,
  { added, ended, lateReturns }: Pick<BalanceChanges, "added" | "ended" | "lateReturns">,
): void {
  for (const reservation of added) {
    const values = boundValues("reservations", reservationRow(reservation))
    connection.query<unknown, never[]>(insertionTexts.reservations).run(...(values as never[]))
  }
  for (const { id, answer } of ended) connection.query(endReservation).run(answer && JSON.stringify(answer), id)
  for (const { identityId, interval, from, version, used, overageUsed } of lateReturns) {
    for (const sql of reduceCounts) connection.query(sql).run(version, used, overageUsed, identityId, interval, from)
  }
}
