import { lazy, Suspense, useCallback, useState } from "react"
import { dayMs } from "../../../src/core/durations.ts"
import { Button } from "../ui/button.tsx"
import { Segmented } from "../ui/segmented.tsx"
import { Skeleton } from "../ui/states.tsx"
import { Account } from "./account.tsx"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import { ProblemBanner } from "./problem-banner.tsx"
import { seriesOf } from "./usage-series.ts"
import { UsageTable } from "./usage-table.tsx"
import { useAnswer } from "./use-call.ts"

/** The chart is not needed to issue a key, so it comes later. */
const UsageChart = lazy(() => import("./usage-chart.tsx"))

const periods = {
  day: { ms: dayMs, interval: "hour" },
  week: { ms: 7 * dayMs, interval: "day" },
  month: { ms: 30 * dayMs, interval: "day" },
} as const
type Period = keyof typeof periods
type Grouping = "code" | "key"

/** How much the keys of the customer were used, and what is left. */
export function Usage() {
  const { api, language } = usePage()
  const { say } = language
  const [period, setPeriod] = useState<Period>("week")
  const [grouping, setGrouping] = useState<Grouping>("code")
  const ask = useCallback(async () => {
    const { ms, interval } = periods[period]
    // Groups of another question must not get the names of this one.
    const usage = await api.getUsage({ from: Date.now() - ms, interval, groupBy: [grouping], limit: 8 })
    return { usage, grouping }
  }, [api, period, grouping])
  const { data, error, read } = useAnswer(ask)
  const series = data && seriesOf(data.usage.groups, data.grouping, language)
  return (
    <>
      <h1 className={css.title}>{say("usage.title")}</h1>
      <Account />
      <section aria-label={say("usage.chart")} className={css.frame}>
        <div className={css.controls}>
          <Segmented
            label={say("usage.by")}
            onChange={setGrouping}
            options={[
              { value: "code", label: say("usage.byResult") },
              { value: "key", label: say("usage.byKey") },
            ]}
            value={grouping}
          />
          <Segmented
            label={say("usage.period")}
            onChange={setPeriod}
            options={[
              { value: "day", label: say("usage.day") },
              { value: "week", label: say("usage.week") },
              { value: "month", label: say("usage.month") },
            ]}
            value={period}
          />
        </div>
        <ProblemBanner error={error} />
        {error !== undefined && (
          <div>
            <Button onClick={read}>{say("action.retry")}</Button>
          </div>
        )}
        <div className={css.chart}>
          {data && series ? (
            <Suspense fallback={<Skeleton height={220} />}>
              <UsageChart interval={data.usage.interval} series={series} times={data.usage.times} />
            </Suspense>
          ) : (
            error === undefined && <Skeleton height={220} />
          )}
        </div>
        {data && series && (
          <UsageTable credits={data.usage.credits} grouping={data.grouping} series={series} total={data.usage.total} />
        )}
      </section>
    </>
  )
}
