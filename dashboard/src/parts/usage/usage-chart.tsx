import type { UsageGetVerificationsInput, UsageGetVerificationsOutput } from "@keyward/client"
import type { ReactNode } from "react"
import { stepMsOf } from "../../period.ts"
import { useRead } from "../../queries.ts"
import { formatShort } from "../../ui/format.ts"
import { sumOf } from "../../ui/sum.ts"
import { outcomes } from "../log/outcomes.ts"
import { BarChart, Legend } from "./bar-chart.tsx"
import { ChartCard } from "./chart-card.tsx"
import { useChartChanges } from "./chart-changes.tsx"
import type { ChartValues, Series } from "./chart-series.ts"
import { type LogOwner, useLogLink } from "./log-link.ts"
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
export function seriesOf({ groups }: UsageGetVerificationsOutput, isRefusedOnly: boolean): readonly Series[] {
  return outcomes.flatMap(({ code, color }) => {
    const group = groups.find((one) => one.code === code)
    if (group === undefined || (isRefusedOnly && code === "VALID")) return []
    return [{ key: code, label: code, color, counts: group.counts }]
  })
}

interface UsageChartProps {
  readonly usage: ReturnType<typeof useUsage>
  /** What the chart is about. Without it, it is the whole workspace. */
  readonly of?: LogOwner
  readonly height?: number
  readonly actions?: ReactNode
  /** Refusals also below, on a scale of their own: under tall bars they would vanish. */
  readonly showsRefused?: boolean
}

/** A card with the chart, its legend, the view of refusals alone, and its table. */
export function UsageChart({ usage, of, height = 220, actions, showsRefused = false }: UsageChartProps) {
  const changes = useChartChanges(usage.period, of?.id)
  const logLink = useLogLink(of)
  const valuesOf = (data: UsageGetVerificationsOutput, isRefusedOnly: boolean): ChartValues => ({
    times: data.times,
    // While another time loads, the chart still shows the one before.
    stepMs: stepMsOf(data.interval),
    series: seriesOf(data, isRefusedOnly),
    log: (range, code) => logLink(range, code ?? (isRefusedOnly ? "refused" : undefined)),
  })
  return (
    <ChartCard
      actions={actions}
      chart={(data, shown, isPart) => (
        <>
          <BarChart {...shown} height={height} label="Verifications over time by outcome" />
          {showsRefused && !isPart && <RefusedChart {...valuesOf(data, true)} />}
          <Legend {...shown} />
        </>
      )}
      height={showsRefused ? height + refusedHeight : height}
      partName="Refused"
      query={usage.query}
      shown={(data, isPart) => ({ ...valuesOf(data, isPart), changes })}
      title="Verifications"
    />
  )
}

/** Its title and its chart. */
const refusedHeight = 137

/** Also without refusals, so that the page below does not jump. */
function RefusedChart(values: ChartValues) {
  const total = values.series.reduce((sum, { counts }) => sum + sumOf(counts), 0)
  return (
    <div className={css.refused}>
      <h3 className={css.subtitle}>
        Refused <span className={css.count}>{formatShort(total)}</span>
      </h3>
      <BarChart {...values} height={96} label="Refused verifications over time" none="No refusals" />
    </div>
  )
}
