import type { UsageGetRatelimitsOutput } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { useUsagePeriod } from "./usage-period.ts"

/** The checks of a namespace in the chosen time range, passed and denied. */
export function useNamespaceUsage(namespaceId: string, everyMs = 10_000) {
  const { bounds, interval, every } = useUsagePeriod()
  const query = useRead(
    ["ratelimit-usage", namespaceId, bounds, interval],
    (client) => client.usage.getRatelimits({ namespace: namespaceId, ...bounds, interval, groupBy: ["outcome"] }),
    { ...every(everyMs), isEnabled: useCan()(`ratelimit.${namespaceId}.read_usage`) },
  )
  return { query }
}

/** The identifiers that were checked most often, with how much of it was denied. */
export function useTopIdentifiers(namespaceId: string) {
  const { bounds, every } = useUsagePeriod()
  return useRead(
    ["ratelimit-identifiers", namespaceId, bounds],
    (client) =>
      client.usage.getRatelimits({
        namespace: namespaceId,
        ...bounds,
        interval: "total",
        groupBy: ["identifier", "outcome"],
        limit: 100,
      }),
    { ...every(5_000), isEnabled: useCan()(`ratelimit.${namespaceId}.read_usage`) },
  )
}

interface Totals {
  readonly passed: number
  readonly denied: number
}

export function totalsOf({ groups }: Pick<UsageGetRatelimitsOutput, "groups">): Totals {
  const sum = (wanted: "passed" | "denied") =>
    groups.reduce((total, { outcome, total: count }) => total + (outcome === wanted ? count : 0), 0)
  return { passed: sum("passed"), denied: sum("denied") }
}

interface IdentifierTotals extends Totals {
  readonly identifier: string
}

/** The totals of each identifier, largest first. */
export function totalsByIdentifier({ groups }: Pick<UsageGetRatelimitsOutput, "groups">): readonly IdentifierTotals[] {
  const identifiers = new Set(groups.flatMap(({ identifier }) => identifier ?? []))
  return [...identifiers]
    .map((identifier) => ({
      identifier,
      ...totalsOf({ groups: groups.filter((group) => group.identifier === identifier) }),
    }))
    .sort((one, other) => other.passed + other.denied - one.passed - one.denied)
}
