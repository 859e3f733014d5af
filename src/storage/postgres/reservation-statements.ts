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

/** Use that was set since it was reserved stays. */
const reduceUse = (used: string, from: string, version: string) => `update identity_counts
  set ${used} = identity_counts.${used} - given.used
  from ${givenReturns}
  where ${isOfCount} and identity_counts.${from} = given.period_from and ${version} = given.version`

/** A statement changes a row once, so the overage of all versions is added up. */
const reduceOverage = (overageUsed: string, from: string) => `update identity_counts
  set ${overageUsed} = identity_counts.${overageUsed} - given.overage_used
  from (select id, counted_interval, period_from, sum(overage_used) as overage_used
    from ${givenReturns} group by id, counted_interval, period_from) as given
  where ${isOfCount} and identity_counts.${from} = given.period_from`

const reduceCounts = [
  reduceUse("used", "period_from", "count_version"),
  reduceUse("previous_used", "previous_from", "coalesce(previous_version, 0)"),
  reduceOverage("overage_used", "period_from"),
  reduceOverage("previous_overage_used", "previous_from"),
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
