import type { UsageGetVerificationsInput, UsageGetVerificationsOutput } from "@keyward/client"
import { useSearch } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { useRead } from "../queries.ts"
import { usagePeriod } from "../search.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { formatShort } from "../ui/format.ts"
import { Segmented } from "../ui/segmented.tsx"
import { Skeleton } from "../ui/states.tsx"
import { useNow } from "../ui/time.tsx"
import { BarChart, ChartTable, Legend, type Series } from "./bar-chart.tsx"
import { Load } from "./load.tsx"
import { outcomes } from "./outcomes.ts"
import css from "./usage-chart.module.css"

type Filter = Pick<UsageGetVerificationsInput, "apiId" | "keyIds" | "identity" | "tag">

/** The verifications of the chosen time range by outcome, read again every few seconds. */
export function useUsage(filter: Filter = {}) {
  const { range = "24h" } = useSearch({ strict: false })
  const { from, interval, stepMs, lengthMs } = usagePeriod(range, useNow())
  const query = useRead(
    ["usage", filter, from, interval],
    (client) => client.usage.getVerifications({ ...filter, from, interval, groupBy: ["code"] }),
    { everyMs: 2_000 },
  )
  return { query, stepMs, from, lengthMs }
}

/** Only outcomes that occurred, in their fixed order. */
function seriesOf({ groups }: UsageGetVerificationsOutput, isRefusedOnly: boolean): readonly Series[] {
  return outcomes.flatMap(({ code, color }) => {
    const group = groups.find((one) => one.code === code)
    if (group === undefined || (isRefusedOnly && code === "VALID")) return []
    return [{ key: code, label: code, color, counts: group.counts }]
  })
}

interface UsageChartProps {
  readonly usage: ReturnType<typeof useUsage>
  readonly height?: number
  readonly actions?: ReactNode
  /** Refusals also below, on a scale of their own: under tall bars they would vanish. */
  readonly showsRefused?: boolean
}

/** A card with the chart, its legend, the view of refusals alone, and its table. */
export function UsageChart({ usage, height = 220, actions, showsRefused = false }: UsageChartProps) {
  const [view, setView] = useState<"all" | "refused">("all")
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
              { value: "refused", label: "Refused only" },
            ]}
            value={view}
          />
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)} size="small" variant="quiet">
            {isTable ? "As chart" : "As table"}
          </Button>
          {actions}
        </>
      }
      title="Verifications"
    >
      <Load query={usage.query} skeleton={<Skeleton height={height + 26} />}>
        {(data) => {
          const series = seriesOf(data, view === "refused")
          const shown = { times: data.times, stepMs: usage.stepMs, series }
          if (isTable) return <ChartTable {...shown} />
          return (
            <>
              <BarChart {...shown} height={height} label="Verifications over time by outcome" />
              {showsRefused && view === "all" && <RefusedChart data={data} stepMs={usage.stepMs} />}
              <Legend series={series} />
            </>
          )
        }}
      </Load>
    </Card>
  )
}

function RefusedChart({ data, stepMs }: { readonly data: UsageGetVerificationsOutput; readonly stepMs: number }) {
  const series = seriesOf(data, true)
  const total = series.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0)
  if (total === 0) return null
  return (
    <div className={css.refused}>
      <h3 className={css.subtitle}>
        Refused <span className={css.count}>{formatShort(total)}</span>
      </h3>
      <BarChart
        height={96}
        label="Refused verifications over time"
        series={series}
        stepMs={stepMs}
        times={data.times}
      />
    </div>
  )
}
