import { groupBy } from "./group-by.ts"
import type { LimitedRequest } from "./history.ts"

export interface Limited {
  readonly name: string
  readonly limit: number
}

/** P3: all nodes together admit at most the limit, and refuse a request only at the limit unless a fault has cost a token. */
export function checkLimits(limited: readonly Limited[], limitedRequests: readonly LimitedRequest[]): string[] {
  const byName = groupBy(limitedRequests, (limitedRequest) => limitedRequest.limited)
  return limited.flatMap(({ name, limit }) => {
    const count = (outcome: LimitedRequest["outcome"]) =>
      (byName.get(name) ?? []).filter((limitedRequest) => limitedRequest.outcome === outcome).length
    const admitted = count("admitted")
    if (admitted > limit) return [`${name} was admitted ${admitted} times, with a limit of ${limit}`]
    const isUsedUp = count("limited") === 0 || count("refused") + count("open") > 0 || admitted === limit
    return isUsedUp ? [] : [`${name} was limited after ${admitted} times, with a limit of ${limit}`]
  })
}
