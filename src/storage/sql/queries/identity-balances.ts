import type { Identity } from "../../../core/model.ts"
import type { IdentityBalance } from "../../../core/quota.ts"
import {
  countColumns,
  countOf,
  fundsColumns,
  fundsOfRow,
  sharedThresholdColumns,
  thresholdOf,
} from "../schema/funds-row.ts"
import { groupByOwner } from "../schema/rows.ts"
import type { Database, Schema } from "../schema/schema.ts"
import { insertRows } from "../statements/row-statements.ts"
import { listStatement } from "../statements/statement.ts"

/** Reads the balances of metered identities. The ids must be of identities with a balance. */
export async function identityBalancesOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IdentityBalance>> {
  if (ids.length === 0) return new Map()
  const [rows, counts] = await Promise.all([listBalances(db, ids), listCounts(db, ids)])
  const others = groupByOwner(counts, (row) => row.identity_id, countOf)
  return new Map(
    rows.map((row) => [
      row.identity_id,
      { ...fundsOfRow(row), ...thresholdOf(row), others: others.get(row.identity_id) ?? [] },
    ]),
  )
}

const listBalances = listStatement<string>()((db, ids) =>
  db.selectFrom("identity_balances").selectAll().where("identity_id", "in", ids),
)

const listCounts = listStatement<string>()((db, ids) =>
  db.selectFrom("identity_counts").selectAll().where("identity_id", "in", ids).orderBy("counted_interval"),
)

export async function insertIdentityBalances(
  db: Database,
  identities: readonly Pick<Identity, "id" | "balance">[],
): Promise<void> {
  const metered = identities.flatMap(({ id, balance }) => (balance === null ? [] : [{ id, balance }]))
  await insertRows(
    db,
    "identity_balances",
    metered.map(({ id, balance }) => rowOf(id, balance)),
  )
  await insertRows(db, "identity_counts", metered.flatMap(countRowsOf))
}

/** `before` must have been read for update. */
export async function replaceIdentityBalance(
  db: Database,
  before: Pick<Identity, "balance">,
  { id, balance }: Pick<Identity, "id" | "balance">,
): Promise<void> {
  if (balance === null) return
  if (before.balance === null) return insertIdentityBalances(db, [{ id, balance }])
  const { identity_id: _identityId, ...values } = rowOf(id, balance)
  await db.updateTable("identity_balances").set(values).where("identity_id", "=", id).execute()
  if (before.balance.others === balance.others) return
  await db.deleteFrom("identity_counts").where("identity_id", "=", id).execute()
  await insertRows(db, "identity_counts", countRowsOf({ id, balance }))
}

type BalanceRow = Schema["identity_balances"]
type CountRow = Schema["identity_counts"]

function rowOf(identityId: string, balance: IdentityBalance): BalanceRow {
  return { identity_id: identityId, ...fundsColumns(balance), ...sharedThresholdColumns(balance.threshold) }
}

function countRowsOf({ id, balance }: { readonly id: string; readonly balance: IdentityBalance }): CountRow[] {
  return balance.others.map((count) => ({
    identity_id: id,
    counted_interval: count.interval,
    ...countColumns(count),
  }))
}
