import { balanceIdFor } from "../../core/balance.ts"
import { canonicalJson } from "../../core/canonical-json.ts"
import type { Balance, KeyDetails } from "../../core/model.ts"
import type { Transaction } from "../../storage/port/store.ts"
import { balanceMember } from "../entries.ts"
import type { BalanceEntry, KeyEntry } from "../format.ts"
import type { ImportTarget } from "../import-target.ts"
import type { Built, Making, Rival } from "./kind.ts"

/** The balance of a line. In version 1 a key held credits of its own, whose balance always gets the same id. */
export function balanceIn({ id, balance, credits }: KeyEntry): BalanceEntry | undefined {
  return credits === undefined ? balance : { id: balanceIdFor(id), credits }
}

/** What spends do not change. */
export function unspent({ id, credits }: BalanceEntry): object {
  return { id, ...(credits && { credits: { ...(credits.refill && { refill: credits.refill }) } }) }
}

/** Ids of balances that another workspace has cannot be had again. */
export async function listForeignBalances(
  { reads, workspaceId }: ImportTarget,
  entries: readonly KeyEntry[],
): Promise<ReadonlyMap<string, Rival<KeyDetails>>> {
  const ids = [...new Set(entries.flatMap(({ balance }) => balance?.id ?? []))]
  const own = new Set((await reads.balances.listByIds(workspaceId, ids)).map(({ id }) => id))
  const foreign = new Set([...(await reads.taken.ids(ids))].filter((id) => !own.has(id)))
  return new Map(
    entries.flatMap(({ id, balance }) => {
      if (balance === undefined || !foreign.has(balance.id)) return []
      const reason = `the id ${balance.id} of its balance is taken in another workspace; --into with --new-ids gives everything other ids`
      return [[id, { reason }] as const]
    }),
  )
}

/** The balance of a key: the one that is there, or the one that the first line of the file which names it brings. */
export function settleBalance({ entry: { balance }, known }: Making<KeyEntry>): Built<Balance | null> {
  if (balance === undefined) return { type: "built", model: null }
  const there = known.balances.get(balance.id)
  if (there !== undefined) {
    if (canonicalJson(unspent(balanceMember(there))) === canonicalJson(unspent(balance))) {
      return { type: "built", model: there }
    }
    return { type: "refused", reason: `its balance ${balance.id} is there already, with other credits` }
  }
  const brought = balanceOf(balance)
  known.balances.set(brought.id, brought)
  return { type: "built", model: brought }
}

function balanceOf({ id, credits }: BalanceEntry): Balance {
  if (credits === undefined) return { id, credits: null }
  return { id, credits: { ...credits, refill: credits.refill ?? null, refillAt: credits.refillAt ?? null } }
}

/** Those of new keys that are not there yet, each once. */
export async function insertBalances(tx: Transaction, workspaceId: string, keys: readonly KeyDetails[]): Promise<void> {
  const named = new Map(keys.flatMap(({ balance }) => (balance === null ? [] : [[balance.id, balance] as const])))
  for (const { id } of await tx.balances.listByIds(workspaceId, [...named.keys()])) named.delete(id)
  await tx.balances.insert(workspaceId, [...named.values()])
}
