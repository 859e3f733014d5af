import type { Funds } from "../../../core/funds.ts"
import { type Holds, noHolds } from "../../../core/holds.ts"
import type { PeriodCount, QuotaCount } from "../../../core/quota.ts"
import type { Schema } from "./schema.ts"

/** Converts between rows and what a spend reads and changes of the balance of an identity. */

export type FundsRow = Omit<Schema["identity_balances"], "identity_id">
type CountRow = Omit<Schema["identity_counts"], "identity_id">
type CountColumns = Omit<CountRow, "counted_interval">

export function fundsOfRow({ remaining, counted_interval, ...columns }: FundsRow): Funds {
  const count = counted_interval === null ? null : countOf({ ...columns, counted_interval })
  return { remaining, count, ...holdsOf(columns) }
}

export function fundsColumns({ remaining, count, holds }: Funds): FundsRow {
  const columns = count === null ? emptyCount : countColumns(count)
  return { remaining, counted_interval: count?.interval ?? null, ...columns, ...holdColumns(holds) }
}

type HoldColumns = Pick<FundsRow, "reserved" | "returns_at" | "credits_version">

/** Most balances have never been reserved from. All columns are null for a key without a balance. */
export function holdsOf(columns: { readonly [Name in keyof HoldColumns]: HoldColumns[Name] | null }): {
  readonly holds?: Holds
} {
  const { reserved, returns_at: returnsAt, credits_version: version } = columns
  if (!reserved && returnsAt === null && !version) return {}
  return { holds: { reserved: reserved ?? 0, returnsAt, version: version ?? 0 } }
}

export function holdColumns({ reserved, returnsAt, version }: Holds = noHolds): HoldColumns {
  return { reserved, returns_at: returnsAt, credits_version: version }
}

export function countOf(row: CountRow): QuotaCount {
  return {
    interval: row.counted_interval,
    from: row.period_from,
    used: row.used,
    overageUsed: row.overage_used,
    ...versionOf(row.count_version),
    previous: previousOf(row),
  }
}

function previousOf(row: CountRow): PeriodCount | null {
  const { previous_from: from, previous_used: used, previous_overage_used: overageUsed, previous_version } = row
  if (from === null) return null
  return { from, used: used ?? 0, overageUsed: overageUsed ?? 0, ...versionOf(previous_version) }
}

function versionOf(version: number | null): Pick<PeriodCount, "version"> {
  return version === null || version === 0 ? {} : { version }
}

export function countColumns({ from, used, overageUsed, version, previous }: QuotaCount): CountColumns {
  return {
    period_from: from,
    used,
    overage_used: overageUsed,
    previous_from: previous?.from ?? null,
    previous_used: previous?.used ?? null,
    previous_overage_used: previous?.overageUsed ?? null,
    count_version: version ?? 0,
    previous_version: previous?.version ?? null,
  }
}

const emptyCount: CountColumns = {
  period_from: 0,
  used: 0,
  overage_used: 0,
  previous_from: null,
  previous_used: null,
  previous_overage_used: null,
  count_version: 0,
  previous_version: null,
}

/** In the order of their places in statements. */
export const fundsColumnNames = Object.keys(fundsColumns({ remaining: null, count: null })) as (keyof FundsRow)[]
