import { useState } from "react"
import { BarChart, ChartTable, Legend, type Series } from "../../parts/bar-chart.tsx"
import { Load } from "../../parts/load.tsx"
import { totalsOf, useNamespaceUsage } from "../../parts/namespace-usage.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { formatPercent, formatWhole } from "../../ui/format.ts"
import { Segmented } from "../../ui/segmented.tsx"
import { Skeleton } from "../../ui/states.tsx"

const outcomes = [
  { key: "passed", label: "Passed", color: "var(--valid)" },
  { key: "denied", label: "Denied", color: "var(--rate-limited)" },
] as const

/** The checks over time, passed and denied. */
export function NamespaceChart({ namespaceId }: { readonly namespaceId: string }) {
  const { query, stepMs } = useNamespaceUsage(namespaceId, 3_000)
  const [view, setView] = useState<"all" | "denied">("all")
  const [isTable, setTable] = useState(false)
  return (
    <Card
      actions={
        <>
          <Segmented
            label="Outcomes"
            onChange={setView}
            options={[
              { value: "all", label: "All" },
              { value: "denied", label: "Denied only" },
            ]}
            value={view}
          />
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)} size="small" variant="quiet">
            {isTable ? "As chart" : "As table"}
          </Button>
        </>
      }
      title="Checks"
    >
      <Load query={query} skeleton={<Skeleton height={246} />}>
        {(data) => {
          const series: readonly Series[] = outcomes
            .filter(({ key }) => view === "all" || key === "denied")
            .map((one) => ({
              ...one,
              label: one.label,
              counts: data.groups.find(({ outcome }) => outcome === one.key)?.counts ?? [],
            }))
          const shown = { times: data.times, stepMs, series }
          const { passed, denied } = totalsOf(data)
          const total = passed + denied
          if (isTable) return <ChartTable {...shown} />
          return (
            <>
              <BarChart {...shown} label="Checks over time, passed and denied" />
              <Legend series={series} />
              <p className="visually-hidden">
                {formatWhole(total)} checks, {total === 0 ? "none" : formatPercent(denied / total)} denied.
              </p>
            </>
          )
        }}
      </Load>
    </Card>
  )
}
