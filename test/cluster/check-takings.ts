import { groupBy } from "./group-by.ts"
import type { Taking } from "./history.ts"

export interface Limited {
  readonly name: string
  readonly limit: number
}

/** P3: never more than the limit, all nodes together; and no less before anybody is refused, where no fault cost a token. */
export function checkTakings(limited: readonly Limited[], takings: readonly Taking[]): string[] {
  const byName = groupBy(takings, (taking) => taking.limited)
  return limited.flatMap(({ name, limit }) => {
    const count = (outcome: Taking["outcome"]) =>
      (byName.get(name) ?? []).filter((taking) => taking.outcome === outcome).length
    const admitted = count("admitted")
    if (admitted > limit) return [`${name} was admitted ${admitted} times, with a limit of ${limit}`]
    const isUsedUp = count("limited") === 0 || count("refused") + count("open") > 0 || admitted === limit
    return isUsedUp ? [] : [`${name} was limited after ${admitted} times, with a limit of ${limit}`]
  })
}
