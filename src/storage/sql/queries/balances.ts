import type { Credits, Refill } from "../../../core/credits.ts"
import type { Balance } from "../../../core/model.ts"
import type { BalanceWrites } from "../../port/credits.ts"
import { holdColumns, holdsOf, thresholdColumns, thresholdOf } from "../schema/funds-row.ts"
import { listInChunks } from "../schema/rows.ts"
import type { BalanceRow, Database } from "../schema/schema.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"

export function balanceQueries(db: Database): BalanceWrites {
  const ofWorkspace = (workspaceId: string) =>
    db.selectFrom("balances").selectAll().where("workspace_id", "=", workspaceId)
  return {
    async listByIds(workspaceId, ids) {
      const rows = await listInChunks(ids, (chunk) => ofWorkspace(workspaceId).where("id", "in", chunk).execute())
      return rows.map(balanceOf)
    },

    async listKeyIds(workspaceId, id, limit) {
      const rows = await db
        .selectFrom("keys")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("balance_id", "=", id)
        .where("deleted_at", "is", null)
        .orderBy("id", "desc")
        .limit(limit)
        .execute()
      return rows.map((row) => row.id)
    },

    async insert(workspaceId, balances) {
      const rows = balances.map((balance) => ({ ...rowOf(balance), workspace_id: workspaceId }))
      await insertRows(db, "balances", rows)
    },

    async update(balance) {
      await updateRow(db, "balances", rowOf(balance))
    },
  }
}

type CreditsColumns = {
  readonly [Column in Exclude<keyof BalanceRow, "id" | "workspace_id">]: BalanceRow[Column] | null
}

/** A balance row, or its columns joined to those of a key. */
export function balanceOf({ id, ...row }: CreditsColumns & { readonly id: string }): Balance {
  return { id, credits: creditsOf(row), ...holdsOf(row), ...thresholdOf(row) }
}

function creditsOf(row: CreditsColumns): Credits | null {
  if (row.remaining === null) return null
  return { remaining: row.remaining, refill: refillOf(row), refillAt: row.refill_at }
}

function refillOf({ refill_interval, refill_amount, refill_day }: CreditsColumns): Refill | null {
  if (refill_amount === null) return null
  if (refill_interval === "daily") return { interval: "daily", amount: refill_amount }
  return { interval: "monthly", amount: refill_amount, refillDay: refill_day ?? 1 }
}

function rowOf({ id, credits, holds, threshold }: Balance): Omit<BalanceRow, "workspace_id"> {
  const refill = credits?.refill ?? null
  return {
    id,
    remaining: credits?.remaining ?? null,
    refill_interval: refill?.interval ?? null,
    refill_amount: refill?.amount ?? null,
    refill_day: refill?.interval === "monthly" ? refill.refillDay : null,
    refill_at: credits?.refillAt ?? null,
    ...holdColumns(holds),
    ...thresholdColumns(threshold),
  }
}
