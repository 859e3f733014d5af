import type { BalanceChanges } from "../../core/ledger.ts"
import { reservationRow } from "../sql/schema/reservation-row.ts"
import { columnsOf } from "../sql/statements/insertions.ts"
import { recordsFrom } from "../sql/statements/row-statements.ts"
import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

const columns = columnsOf("reservations").join(", ")
const insertReservations = `insert into reservations (${columns})
  select ${columns} from ${recordsFrom("reservations", "$1")}`

const endReservations = `update reservations set returns_at = null, answer = given.answer
  from json_to_recordset(cast(cast($1 as text) as json)) as given(id text, answer text)
  where reservations.id = given.id`

const givenReturns = `json_to_recordset(cast(cast($1 as text) as json)) as given(
  id text, counted_interval text, period_from bigint, version bigint, used bigint, overage_used bigint)`
const isOfCount = "identity_counts.identity_id = given.id and identity_counts.counted_interval = given.counted_interval"

/** Only one of both finds its row. */
const reduceCounts = [
  `update identity_counts set used = identity_counts.used - given.used,
      overage_used = identity_counts.overage_used - given.overage_used
    from ${givenReturns}
    where ${isOfCount} and identity_counts.period_from = given.period_from and count_version = given.version`,
  `update identity_counts set previous_used = previous_used - given.used,
      previous_overage_used = previous_overage_used - given.overage_used
    from ${givenReturns}
    where ${isOfCount} and previous_from = given.period_from and coalesce(previous_version, 0) = given.version`,
]

export function reservationStatements({
  added,
  ended,
  lateReturns,
}: Pick<BalanceChanges, "added" | "ended" | "lateReturns">): readonly TextStatement[] {
  const endedRows = ended.map(({ id, answer }) => ({ id, answer: answer && JSON.stringify(answer) }))
  const returns = lateReturns.map(({ identityId, interval, from, version, used, overageUsed }) => ({
    id: identityId,
    counted_interval: interval,
    period_from: from,
    version,
    used,
    overage_used: overageUsed,
  }))
  return [
    ...statementOf(insertReservations, added.map(reservationRow)),
    ...statementOf(endReservations, endedRows),
    ...reduceCounts.flatMap((sql) => statementOf(sql, returns)),
  ]
}

function statementOf(sql: string, rows: readonly object[]): readonly TextStatement[] {
  return rows.length === 0 ? [] : [{ sql, values: [quoted(JSON.stringify(rows))] }]
}
