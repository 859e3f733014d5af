import { z } from "zod"
import { refillInput } from "../../contract/key.ts"
import { creditAmount, millis } from "../../contract/primitives.ts"
import { canonicalJson } from "../../core/canonical-json.ts"
import { balanceGivenBack } from "../../core/given-back.ts"
import type { Balance, KeyDetails } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { noThreshold } from "../../core/threshold.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { ImportTarget } from "../import-target.ts"
import { idSchema } from "../line-fields.ts"
import { conflictsOf } from "./conflicts.ts"
import { type BuildInput, type Built, built, type Conflicts, refused } from "./kind.ts"

const credits = z
  .strictObject({
    remaining: creditAmount,
    refill: refillInput.optional(),
    refillAt: millis.optional(),
    lowAt: creditAmount.optional(),
  })
  .refine(({ refill, refillAt }) => (refill === undefined) === (refillAt === undefined), {
    error: "must have both `refill` and `refillAt`, or neither",
  })

/** Keys that share a balance repeat it on each of their lines. A balance without credits is unlimited. */
export const balance = z.strictObject({ id: idSchema("bal"), credits: credits.optional() })

type BalanceEntry = z.infer<typeof balance>

interface BalancedEntry {
  readonly id: string
  readonly balance?: BalanceEntry | undefined
}

/** Reservations count as given back, because an export has none. */
export function balanceField(balance: Balance): BalanceEntry {
  const { id, credits, threshold = noThreshold } = balanceGivenBack(balance)
  return { id, ...(credits && { credits: withoutNulls({ ...credits, lowAt: threshold.lowAt }) }) }
}

/** Omits what spending changes. */
export function withoutRemaining({ id, credits }: BalanceEntry): object {
  if (credits === undefined) return { id }
  const { remaining: _remaining, refillAt: _refillAt, ...chosen } = credits
  return { id, credits: chosen }
}

/** Finds keys whose balance id belongs to another workspace. */
export async function listBalanceConflicts(
  { reads, workspaceId }: ImportTarget,
  entries: readonly BalancedEntry[],
): Promise<Conflicts<never>> {
  const ids = [...new Set(entries.flatMap(({ balance }) => balance?.id ?? []))]
  const own = new Set((await reads.balances.listByIds(workspaceId, ids)).map(({ id }) => id))
  const foreign = new Set([...(await reads.reserved.ids(ids))].filter((id) => !own.has(id)))
  return conflictsOf(entries, ({ balance }) => {
    if (balance === undefined || !foreign.has(balance.id)) return undefined
    return {
      reason: `the id ${balance.id} of its balance belongs to another workspace; use --into with --new-ids to assign new ids`,
    }
  })
}

/** Returns the existing balance of a key, or the one from the first line that names it. */
export function resolveBalance({ entry: { balance }, referenced }: BuildInput<BalancedEntry>): Built<Balance | null> {
  if (balance === undefined) return built(null)
  const there = referenced.balances.get(balance.id)
  if (there !== undefined) {
    if (canonicalJson(withoutRemaining(balanceField(there))) === canonicalJson(withoutRemaining(balance))) {
      return built(there)
    }
    return refused(`its balance ${balance.id} already exists, with different credits`)
  }
  const brought = broughtBalance(balance)
  referenced.balances.set(brought.id, brought)
  return built(brought)
}

/** Its fills start at 0, so that nobody is told about balances that were low before the import. */
function broughtBalance({ id, credits }: BalanceEntry): Balance {
  if (credits === undefined) return { id, credits: null }
  const { lowAt, ...stored } = withNulls(credits, "refill", "refillAt", "lowAt")
  return { id, credits: stored, ...(lowAt !== null && { threshold: { ...noThreshold, lowAt, isChosen: true } }) }
}

/** Inserts each missing balance once, because keys may share it. */
export async function insertBalances(tx: Transaction, workspaceId: string, keys: readonly KeyDetails[]): Promise<void> {
  const named = new Map(keys.flatMap(({ balance }) => (balance === null ? [] : [[balance.id, balance] as const])))
  for (const { id } of await tx.balances.listByIds(workspaceId, [...named.keys()])) named.delete(id)
  await tx.balances.insert(workspaceId, [...named.values()])
}
