import type { Database } from "bun:sqlite"
import { decideSpends, type SpendRequest, type SpendVerdict, type StoredBalance } from "../../core/decide-spends.ts"

const readBalance = "select remaining, refill_at as refillAt from balances where id = ?1"
const writeBalance = "update balances set remaining = ?1 where id = ?2"

/** Charges a group of spends. The transaction holds the lock of the whole file, so the balances are locked. */
export function spendFrom(connection: Database, spends: readonly SpendRequest[]): readonly SpendVerdict[] {
  const read = connection.query<StoredBalance, [string]>(readBalance)
  const stored = new Map<string, StoredBalance>()
  for (const { balanceId } of spends) {
    const balance = stored.has(balanceId) ? null : read.get(balanceId)
    if (balance !== null) stored.set(balanceId, balance)
  }
  const { verdicts, charged } = decideSpends(spends, stored)
  const write = connection.query<unknown, [number, string]>(writeBalance)
  for (const [balanceId, remaining] of charged) write.run(remaining, balanceId)
  return verdicts
}
