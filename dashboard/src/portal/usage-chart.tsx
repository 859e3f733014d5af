import type { PortalGetUsageOutput } from "@keyward/client"
import { linesUpTo, placesBetween } from "../parts/usage/chart-scales.ts"
import { stackHeights } from "../parts/usage/stack-heights.ts"
import { useWidth } from "../parts/usage/use-width.ts"
import { sumOf } from "../ui/sum.ts"
import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import type { UsageSeries } from "./usage-series.ts"

interface UsageChartProps {
  readonly series: readonly UsageSeries[]
  readonly times: readonly number[]
  readonly interval: PortalGetUsageOutput["interval"]
}

const height = 220
const [left, bottom, top] = [44, 22, 8]
/** The room of a time below the bars. */
const tickPx = 84

/** Stacked bars over time. The table below has the sums, and each bar its numbers on hover. */
export default function UsageChart({ series, times, interval }: UsageChartProps) {
  const { language } = usePage()
  const { locale, say } = language
  const [ref, width] = useWidth<HTMLDivElement>()
  const isDays = interval === "day"
  const totals = times.map((_, place) => sumOf(series.map(({ counts }) => counts[place] ?? 0)))
  const lines = linesUpTo(Math.max(...totals, 0), 4)
  const y = (value: number) => height - bottom - (value / (lines.at(-1) ?? 1)) * (height - bottom - top)
  const places = placesBetween(left, Math.max(width, left + 1), { count: times.length, gap: 0.2 })
  const every = Math.max(1, Math.ceil(times.length / Math.max(2, Math.floor((width - left) / tickPx))))
  const short = new Intl.NumberFormat(locale, { notation: "compact" })
  const tick = new Intl.DateTimeFormat(
    locale,
    isDays ? { month: "short", day: "numeric", timeZone: "UTC" } : { hour: "2-digit", minute: "2-digit" },
  )
  return (
    <div className={css.plot} dir="ltr" ref={ref}>
      <svg aria-hidden="true" height={height} width={width}>
        {lines.map((line) => (
          <g key={line} transform={`translate(0 ${y(line)})`}>
            <line className={css.grid} x1={left} x2={width} />
            <text className={css.axis} dy="0.35em" textAnchor="end" x={left - 8}>
              {short.format(line)}
            </text>
          </g>
        ))}
        {times.map((time, place) => (
          <g key={time} transform={`translate(${places.leftOf(place)} 0)`}>
            <title>{wordsOf(series, place, { ...language, time: tick.format(time) })}</title>
            <rect fill="transparent" height={height - bottom} width={places.step} />
            <Bar place={place} series={series} width={places.width} y={y} />
            {place % every === 0 && places.leftOf(place) + tickPx / 2 < width && (
              <text
                className={css.axis}
                textAnchor={place === 0 ? "start" : "middle"}
                x={place === 0 ? 0 : places.width / 2}
                y={height - 5}
              >
                {tick.format(time)}
              </text>
            )}
          </g>
        ))}
      </svg>
      {sumOf(totals) === 0 && <p className={css.noData}>{say("usage.none")}</p>}
      <p className={css.zone}>{say(isDays ? "usage.days" : "usage.local")}</p>
    </div>
  )
}

interface Words {
  readonly time: string
  readonly count: (value: number) => string
}

function wordsOf(series: readonly UsageSeries[], place: number, { time, count }: Words): string {
  const parts = series.map(({ label, counts }) => [label, counts[place] ?? 0] as const).filter(([, calls]) => calls > 0)
  return [time, ...parts.map(([label, calls]) => `${label}: ${count(calls)}`)].join("\n")
}

interface BarProps {
  readonly series: readonly UsageSeries[]
  readonly place: number
  readonly width: number
  readonly y: (value: number) => number
}

/** Parts that are high enough leave a gap of one pixel to the part below. */
function Bar({ series, place, width, y }: BarProps) {
  const counts = series.map((one) => one.counts[place] ?? 0)
  const heights = stackHeights(counts, y(0) - y(sumOf(counts)))
  let end = y(0)
  return series.map(({ key, color }, rank) => {
    const part = heights[rank] ?? 0
    if (part === 0) return null
    const gap = end < y(0) && part >= 2 ? 1 : 0
    end -= part
    return <rect fill={color} height={part - gap} key={key} width={Math.max(1, width)} y={end} />
  })
}
