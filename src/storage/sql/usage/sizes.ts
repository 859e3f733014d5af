import { type RawBuilder, sql } from "kysely"
import { monthStartOf } from "../../../core/usage-period.ts"
import type { ResultRow } from "../schema/schema.ts"
import { creditsOutcome } from "./outcomes.ts"
import type { Reading } from "./parts.ts"
import { numbers } from "./sources.ts"
import { sumOf } from "./statements.ts"

/** The keys or identities of some scopes and months. */
export interface SizedRange {
  readonly reading: Reading
  readonly scopes: readonly number[]
  readonly isIdentity: boolean
}

/** Returns the numbers of the largest of each month, and undefined if there are too many months to search. */
export async function findLargest(range: SizedRange, perMonth: number): Promise<readonly number[] | undefined> {
  const months = monthsOf(range)
  if (months.length === 0 || months.length > monthsAtMost) return undefined
  const selects = months.map(
    (where) => sql`select number from (select number from usage_sizes where ${where}
      order by size desc limit ${sql.lit(perMonth)}) as t`,
  )
  return read(range, sql.join(selects, sql` union `))
}

const monthsAtMost = 60

/**
 * Returns the numbers of all that may have at least `count` calls in the range, and undefined if these are more than
 * `most`. A count is at most the sum of the sizes and of what is pending. If it reaches `count`, then pending counts
 * reach a quarter, or the size of one month reaches its share of the rest. Counts without an identity always belong to
 * the result, because unknown keys join their group.
 */
export async function findLarge(
  range: SizedRange,
  { count, most }: { readonly count: number; readonly most: number },
): Promise<readonly number[] | undefined> {
  const months = monthsOf(range)
  const share = Math.floor((count * 3) / 4 / months.length)
  const quarter = Math.floor(count / 4)
  if (share < 1 || quarter < 1) return undefined
  const atMost = sql`limit ${sql.lit(most + 1)}`
  const selects = months.map(
    (where) =>
      sql`select number from (select number from usage_sizes where ${where} and size >= ${share} ${atMost}) as t`,
  )
  const unowned = months.map((where) => sql`select number from usage_sizes where ${where} and number = 0`)
  const found = await read(range, sql.join([...selects, ...unowned, pendingNumbers(range, quarter)], sql` union `))
  return found.length > most ? undefined : found
}

function pendingNumbers({ reading, scopes, isIdentity }: SizedRange, least: number): RawBuilder<unknown> {
  const { query, pendingHours } = reading
  const periods = pendingHours.filter((hour) => hour >= query.from && hour < query.to)
  const column = sql.raw(isIdentity ? "identity_number" : "key_number")
  const isUnowned = sql.raw(isIdentity ? " or identity_number = 0" : "")
  return sql`select ${column} as number from usage_hours
    where scope_number in (${numbers(scopes)}) and period in (${numbers(periods)}) and key_number <> 0
      and +pending = 1 and outcome <> ${sql.lit(creditsOutcome)}
    group by ${column} having ${sumOf(reading.engine.dialect, sql`count - rolled`)} >= ${least}${isUnowned}`
}

function monthsOf({ reading, scopes, isIdentity }: SizedRange): readonly RawBuilder<unknown>[] {
  const { from, to } = reading.query
  const months: number[] = []
  for (let month = monthStartOf(from); month < to; month = monthStartOf(month, 1)) months.push(month)
  return scopes.flatMap((scope) =>
    months.map(
      (month) =>
        sql`scope_number = ${sql.lit(scope)} and period = ${sql.lit(month)} and is_identity = ${sql.lit(isIdentity ? 1 : 0)}`,
    ),
  )
}

async function read({ reading }: SizedRange, statement: RawBuilder<unknown>): Promise<readonly number[]> {
  const { rows } = await sql<ResultRow<{ number: number }>>`${statement}`.execute(reading.engine.usageReader)
  return rows.map(({ number }) => number)
}
