import { balanceIdFor } from "../../core/balance.ts"
import { canonicalJson } from "../../core/canonical-json.ts"
import type { Balance, KeyDetails } from "../../core/model.ts"
import type { Transaction } from "../../storage/port/store.ts"
import { balanceMember } from "../entries.ts"
import type { BalanceEntry, KeyEntry } from "../format.ts"
import type { ImportTarget } from "../import-target.ts"
import type { BuildInput, Built, Conflict } from "./kind.ts"

/** Returns the balance of a line. Version 1 lines have credits instead, so their balance id is derived. */
export function balanceOfLine({ id, balance, credits }: KeyEntry): BalanceEntry | undefined {
  return credits === undefined ? balance : { id: balanceIdFor(id), credits }
}

/** Omits what spending changes. */
export function withoutRemaining({ id, credits }: BalanceEntry): object {
  return { id, ...(credits && { credits: { ...(credits.refill && { refill: credits.refill }) } }) }
}

/** Finds keys whose balance id belongs to another workspace. */
export async function listBalanceConflicts(
  { reads, workspaceId }: ImportTarget,
  entries: readonly KeyEntry[],
): Promise<ReadonlyMap<string, Conflict<KeyDetails>>> {
  const ids = [...new Set(entries.flatMap(({ balance }) => balance?.id ?? []))]
  const own = new Set((await reads.balances.listByIds(workspaceId, ids)).map(({ id }) => id))
  const foreign = new Set([...(await reads.reserved.ids(ids))].filter((id) => !own.has(id)))
  return new Map(
    entries.flatMap(({ id, balance }) => {
      if (balance === undefined || !foreign.has(balance.id)) return []
      const reason = `the id ${balance.id} of its balance belongs to another workspace; use --into with --new-ids to assign new ids`
      return [[id, { reason }] as const]
    }),
  )
}

/** Returns the existing balance of a key, or the one from the first line that names it. */
export function resolveBalance({ entry: { balance }, referenced }: BuildInput<KeyEntry>): Built<Balance | null> {
  if (balance === undefined) return { type: "built", model: null }
  const there = referenced.balances.get(balance.id)
  if (there !== undefined) {
    if (canonicalJson(withoutRemaining(balanceMember(there))) === canonicalJson(withoutRemaining(balance))) {
      return { type: "built", model: there }
    }
    return { type: "refused", reason: `its balance ${balance.id} already exists, with different credits` }
  }
  const brought = balanceOf(balance)
  referenced.balances.set(brought.id, brought)
  return { type: "built", model: brought }
}

function balanceOf({ id, credits }: BalanceEntry): Balance {
  if (credits === undefined) return { id, credits: null }
  return { id, credits: { ...credits, refill: credits.refill ?? null, refillAt: credits.refillAt ?? null } }
}

/** Inserts each missing balance once, because keys may share it. */
export async function insertBalances(tx: Transaction, workspaceId: string, keys: readonly KeyDetails[]): Promise<void> {
  const named = new Map(keys.flatMap(({ balance }) => (balance === null ? [] : [[balance.id, balance] as const])))
  for (const { id } of await tx.balances.listByIds(workspaceId, [...named.keys()])) named.delete(id)
  await tx.balances.insert(workspaceId, [...named.values()])
}
