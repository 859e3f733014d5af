import type { Funds } from "../../../core/funds.ts"
import type { QuotaCount } from "../../../core/quota.ts"
import type { Schema } from "./schema.ts"

/** Converts between rows and what a spend reads and changes of the balance of an identity. */

export type FundsRow = Omit<Schema["identity_balances"], "identity_id">
type CountRow = Omit<Schema["identity_counts"], "identity_id">
type CountColumns = Omit<CountRow, "counted_interval">

export function fundsOfRow({ remaining, counted_interval, ...columns }: FundsRow): Funds {
  return { remaining, count: counted_interval === null ? null : countOf({ ...columns, counted_interval }) }
}

export function fundsColumns({ remaining, count }: Funds): FundsRow {
  const columns = count === null ? emptyCount : countColumns(count)
  return { remaining, counted_interval: count?.interval ?? null, ...columns }
}

export function countOf(row: CountRow): QuotaCount {
  const { previous_from, previous_used, previous_overage_used } = row
  return {
    interval: row.counted_interval,
    from: row.period_from,
    used: row.used,
    overageUsed: row.overage_used,
    previous:
      previous_from === null
        ? null
        : { from: previous_from, used: previous_used ?? 0, overageUsed: previous_overage_used ?? 0 },
  }
}

export function countColumns({ from, used, overageUsed, previous }: QuotaCount): CountColumns {
  return {
    period_from: from,
    used,
    overage_used: overageUsed,
    previous_from: previous?.from ?? null,
    previous_used: previous?.used ?? null,
    previous_overage_used: previous?.overageUsed ?? null,
  }
}

const emptyCount: CountColumns = {
  period_from: 0,
  used: 0,
  overage_used: 0,
  previous_from: null,
  previous_used: null,
  previous_overage_used: null,
}

/** In the order of their places in statements. */
export const fundsColumnNames = Object.keys(fundsColumns({ remaining: null, count: null })) as (keyof FundsRow)[]
