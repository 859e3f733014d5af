import type { Funds } from "../../../core/funds.ts"
import { type Holds, noHolds } from "../../../core/holds.ts"
import type { PeriodCount, QuotaCount } from "../../../core/quota.ts"
import { noThreshold, type Threshold } from "../../../core/threshold.ts"
import type { Schema } from "./schema.ts"

/** Converts between rows and what a spend reads and changes of the balance of an identity. */

export type FundsRow = Omit<Schema["identity_balances"], "identity_id" | keyof SharedThresholdColumns>
type CountRow = Omit<Schema["identity_counts"], "identity_id">
type CountColumns = Omit<CountRow, "counted_interval">

export function fundsOfRow(row: FundsRow): Funds {
  return { remaining: row.remaining, count: isCounted(row) ? countOf(row) : null, ...holdsOf(row) }
}

function isCounted(row: FundsRow): row is FundsRow & CountRow {
  return row.counted_interval !== null
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

type SharedThresholdColumns = ThresholdColumns & Pick<Schema["identity_balances"], "low_at_chosen">
type ThresholdColumns = Pick<Schema["balances"], "low_at" | "fills" | "low_told" | "exhausted_told">

/** Absent if the credits were not changed since thresholds exist. All columns are null for a key without a balance. */
export function thresholdOf(row: StoredThreshold): { readonly threshold?: Threshold } {
  const { low_at: lowAt, fills, low_told: lowTold, exhausted_told: exhaustedTold, low_at_chosen } = row
  const isChosen = low_at_chosen === undefined ? lowAt !== null : low_at_chosen === 1
  if (!isChosen && !fills && lowAt === null && exhaustedTold === null) return {}
  return { threshold: { lowAt, isChosen, fills: fills ?? 0, lowTold, exhaustedTold } }
}

type StoredThreshold = { readonly [Name in keyof ThresholdColumns]: ThresholdColumns[Name] | null } & {
  /** Absent for credits of keys, which have only a threshold that was chosen. */
  readonly low_at_chosen?: number
}

export function thresholdColumns(threshold: Threshold = noThreshold): ThresholdColumns {
  const { lowAt, fills, lowTold, exhaustedTold } = threshold
  return { low_at: lowAt, fills, low_told: lowTold, exhausted_told: exhaustedTold }
}

export function sharedThresholdColumns(threshold: Threshold = noThreshold): SharedThresholdColumns {
  return { ...thresholdColumns(threshold), low_at_chosen: Number(threshold.isChosen) }
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
