import type { UsageGetVerificationsInput, UsageGetVerificationsOutput } from "@keyward/client"
import type { ReactNode } from "react"
import { useRead } from "../../queries.ts"
import { formatShort } from "../../ui/format.ts"
import { sumOf } from "../../ui/sum.ts"
import { outcomes } from "../log/outcomes.ts"
import { BarChart, Legend, type Series } from "./bar-chart.tsx"
import { ChartCard } from "./chart-card.tsx"
import { useChartChanges } from "./chart-changes.tsx"
import css from "./usage-chart.module.css"
import { useUsagePeriod } from "./usage-period.ts"

type Filter = Pick<UsageGetVerificationsInput, "apiId" | "keyIds" | "identity" | "tag">

/** The verifications of the chosen time range by outcome, read again every few seconds. */
export function useUsage(filter: Filter = {}) {
  const period = useUsagePeriod()
  const { bounds, interval } = period
  const query = useRead(
    ["usage", filter, bounds, interval],
    (client) => client.usage.getVerifications({ ...filter, ...bounds, interval, groupBy: ["code"] }),
    period.every(2_000),
  )
  return { query, period }
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
  /** The id of what the chart is about. Without it, the changes of the whole workspace are marked. */
  readonly changesOf?: string
  readonly height?: number
  readonly actions?: ReactNode
  /** Refusals also below, on a scale of their own: under tall bars they would vanish. */
  readonly showsRefused?: boolean
}

/** A card with the chart, its legend, the view of refusals alone, and its table. */
export function UsageChart({ usage, changesOf, height = 220, actions, showsRefused = false }: UsageChartProps) {
  const changes = useChartChanges(usage.period, changesOf)
  return (
    <ChartCard
      actions={actions}
      chart={(data, shown, isPart) => (
        <>
          <BarChart {...shown} height={height} label="Verifications over time by outcome" />
          {showsRefused && !isPart && <RefusedChart data={data} stepMs={usage.period.stepMs} />}
          <Legend {...shown} />
        </>
      )}
      height={height}
      partName="Refused"
      query={usage.query}
      shown={(data, isPart) => ({
        times: data.times,
        stepMs: usage.period.stepMs,
        series: seriesOf(data, isPart),
        changes,
      })}
      title="Verifications"
    />
  )
}

function RefusedChart({ data, stepMs }: { readonly data: UsageGetVerificationsOutput; readonly stepMs: number }) {
  const series = seriesOf(data, true)
  const total = series.reduce((sum, { counts }) => sum + sumOf(counts), 0)
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
