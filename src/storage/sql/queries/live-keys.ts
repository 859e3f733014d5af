import type { Key } from "../../../core/model.ts"
import { conversionFor } from "../schema/conversion.ts"
import type { BalanceRow, Database, KeyRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { balanceOf } from "./balances.ts"

/** A key is live only if its API is live. */
export function selectLiveKeys(db: Database) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .leftJoin("balances", "balances.id", "keys.balance_id")
    .leftJoin("key_usage", "key_usage.key_id", "keys.id")
    .selectAll("keys")
    .select([
      "balances.remaining",
      "balances.refill_interval",
      "balances.refill_amount",
      "balances.refill_day",
      "balances.refill_at",
      "balances.reserved",
      "balances.returns_at",
      "balances.credits_version",
      "balances.low_at",
      "balances.fills",
      "balances.low_told",
      "balances.exhausted_told",
      "key_usage.last_used_at",
      "key_usage.previous_last_used_at",
    ])
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

export type LiveKeyRow = KeyRow & {
  [Column in Exclude<keyof BalanceRow, "id" | "workspace_id">]: BalanceRow[Column] | null
} & { last_used_at: number | null; previous_last_used_at: number | null }

export function keyOf(row: LiveKeyRow): Key {
  const balance = row.balance_id === null ? null : balanceOf({ ...row, id: row.balance_id })
  return { ...toObject(row), balance, lastUsedAt: row.last_used_at, previousLastUsedAt: row.previous_last_used_at }
}

const { toRow, toObject } = conversionFor(tables.keys, "balance_id", "deleted_at")
export const keyRowOf = toRow
