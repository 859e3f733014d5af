import type { Database } from "bun:sqlite"
import { decideSpends, type SpendRequest, type SpendVerdict, type StoredBalance } from "../../core/decide-spends.ts"
import type { Funds } from "../../core/funds.ts"
import { type FundsRow, fundsColumnNames, fundsColumns, fundsOfRow } from "../sql/schema/funds-row.ts"

const readBalance = "select remaining, refill_at as refillAt from balances where id = ?"
const writeBalance = "update balances set remaining = ? where id = ?"
const readFunds = `select ${fundsColumnNames.join(", ")} from identity_balances where identity_id = ?`
const writeFunds = `update identity_balances set ${fundsColumnNames.map((name) => `${name} = ?`).join(", ")}
  where identity_id = ?`

/** Charges a group of spends. The transaction holds the lock of the whole file, so the balances are locked. */
export function spendFrom(connection: Database, spends: readonly SpendRequest[]): readonly SpendVerdict[] {
  const keys = new Map<string, StoredBalance>()
  const identities = new Map<string, Funds>()
  for (const { balanceId, customer } of spends) {
    if (balanceId !== null && !keys.has(balanceId)) {
      const balance = connection.query<StoredBalance, [string]>(readBalance).get(balanceId)
      if (balance !== null) keys.set(balanceId, balance)
    }
    if (customer !== undefined && !identities.has(customer.identityId)) {
      const row = connection.query<FundsRow, [string]>(readFunds).get(customer.identityId)
      if (row !== null) identities.set(customer.identityId, fundsOfRow(row))
    }
  }
  const { verdicts, charged } = decideSpends(spends, { keys, identities })
  for (const [id, remaining] of charged.keys) connection.query(writeBalance).run(remaining, id)
  for (const [id, funds] of charged.identities) {
    const columns = fundsColumns(funds)
    connection.query(writeFunds).run(...fundsColumnNames.map((name) => columns[name]), id)
  }
  return verdicts
}
