import { groupBy } from "./group-by.ts"
import type { Spend } from "./history.ts"

/** Credits of a key at the start, and at the end when nothing runs any more. */
export interface Account {
  readonly name: string
  readonly before: number
  readonly after: number
}

/**
 * P2: balance before = balance after + VALID spends + some of the spends without a response. No credit is given to two
 * spends, and no spend is refused while there are enough credits.
 */
export function checkSpends(accounts: readonly Account[], spends: readonly Spend[]): string[] {
  const byAccount = groupBy(spends, ({ account }) => account)
  return accounts.flatMap((account) => checkAccount(account, byAccount.get(account.name) ?? []))
}

function checkAccount({ name, before, after }: Account, spends: readonly Spend[]): string[] {
  const taken = spends.filter(({ outcome }) => outcome === "taken")
  const answered = sumOf(taken)
  const open = sumOf(spends.filter(({ outcome }) => outcome === "open"))
  const missing = before - after - answered
  const books = `${before} at the start, ${after} now, ${answered} VALID, ${open} without a response`
  return [
    ...(missing < 0 ? [`${name} was oversold by ${-missing}: ${books}`] : []),
    ...(missing > open ? [`${name} was charged ${missing - open} for nothing: ${books}`] : []),
    ...findOverlap(name, before, taken),
    ...spends
      .filter(({ outcome, left, cost }) => outcome === "short" && (left ?? 0) >= cost)
      .map(({ left, cost }) => `${name} refused a spend of ${cost} although ${left} were left`),
  ]
}

/** Each spend took the credits from `left + cost` down to `left`, so these ranges must not overlap. */
function findOverlap(name: string, before: number, taken: readonly Spend[]): string[] {
  let lowest = before
  const ordered = taken.map(({ left = 0, cost }) => ({ from: left + cost, to: left })).sort((a, b) => b.to - a.to)
  return ordered.flatMap(({ from, to }) => {
    const isTwice = from > lowest
    lowest = to
    return isTwice ? [`${name} gave credit ${from} to two spends`] : []
  })
}

function sumOf(spends: readonly Spend[]): number {
  return spends.reduce((sum, { cost }) => sum + cost, 0)
}
