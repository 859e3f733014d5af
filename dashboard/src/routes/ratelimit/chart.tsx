import type { UsageGetRatelimitsOutput } from "@keyward/client"
import { BarChart, Legend } from "../../parts/usage/bar-chart.tsx"
import { ChartCard } from "../../parts/usage/chart-card.tsx"
import type { Series } from "../../parts/usage/chart-series.ts"
import { totalsOf, useNamespaceUsage } from "../../parts/usage/namespace-usage.ts"
import { stepMsOf } from "../../period.ts"
import { formatPercent, formatWhole } from "../../ui/format.ts"

const outcomes = [
  { key: "passed", label: "Passed", color: "var(--valid)" },
  { key: "denied", label: "Denied", color: "var(--rate-limited)" },
] as const

/** The checks over time, passed and denied. */
export function NamespaceChart({ namespaceId }: { readonly namespaceId: string }) {
  const { query } = useNamespaceUsage(namespaceId, 3_000)
  return (
    <ChartCard
      chart={(data, shown) => (
        <>
          <BarChart {...shown} label="Checks over time, passed and denied" />
          <Legend {...shown} />
          <Totals data={data} />
        </>
      )}
      height={220}
      partName="Denied"
      query={query}
      shown={(data, isPart) => ({ times: data.times, stepMs: stepMsOf(data.interval), series: seriesOf(data, isPart) })}
      title="Checks"
    />
  )
}

function seriesOf({ groups }: UsageGetRatelimitsOutput, isDeniedOnly: boolean): readonly Series[] {
  return outcomes
    .filter(({ key }) => !isDeniedOnly || key === "denied")
    .map((one) => ({ ...one, counts: groups.find(({ outcome }) => outcome === one.key)?.counts ?? [] }))
}

function Totals({ data }: { readonly data: UsageGetRatelimitsOutput }) {
  const { passed, denied } = totalsOf(data)
  const total = passed + denied
  return (
    <p className="visually-hidden">
      {formatWhole(total)} checks, {total === 0 ? "none" : formatPercent(denied / total)} denied.
    </p>
  )
}
