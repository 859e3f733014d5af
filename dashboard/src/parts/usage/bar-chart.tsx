import type { Event } from "@keyward/client"
import { scaleBand, scaleLinear } from "d3-scale"
import { type KeyboardEvent, useState } from "react"
import { counted, formatShort, formatWhole } from "../../ui/format.ts"
import { sumOf } from "../../ui/sum.ts"
import css from "./bar-chart.module.css"
import { ChangeLine, type ChartChanges, changesIn } from "./chart-changes.tsx"
import { formatInterval, formatTick, isMidnight, showsDays, zoneOf } from "./chart-time.ts"
import { stackHeights } from "./stack-heights.ts"
import { useWidth } from "./use-width.ts"

export interface Series {
  readonly key: string
  readonly label: string
  readonly color: string
  readonly counts: readonly number[]
}

interface BarChartProps {
  /** A title of the chart for screen readers. */
  readonly label: string
  /** The beginning of each interval. */
  readonly times: readonly number[]
  readonly stepMs: number
  /** From the bottom to the top. */
  readonly series: readonly Series[]
  readonly height?: number
  /** Marked below the bars. */
  readonly changes?: ChartChanges
}

const left = 44
const bottom = 22
/** Below this height, the numbers of four lines would touch. */
const lowPx = 120
const noChanges: ChartChanges = { events: [], isPartial: false }

/** Stacked bars over time. The arrow keys move through them; the table beside every chart has the same numbers. */
export function BarChart({ label, times, stepMs, series, height = 220, changes = noChanges }: BarChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState<number>()
  const totals = times.map((_, index) => sumOf(series.map(({ counts }) => counts[index] ?? 0)))
  const largest = Math.max(...totals, 0)
  const lines = height < lowPx ? 2 : 4
  const y = scaleLinear([0, Math.max(largest, lines)], [height - bottom, 6]).nice(lines)
  const x = scaleBand(times.map(String), [left, Math.max(width, left + 1)]).paddingInner(
    width / times.length > 8 ? 0.18 : 0.08,
  )
  const onKey = (event: KeyboardEvent) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (move === 0) return
    event.preventDefault()
    setActive((index) => Math.min(times.length - 1, Math.max(0, (index ?? (move > 0 ? -1 : times.length)) + move)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for controls.
    <div
      aria-label={label}
      className={css.chart}
      onBlur={() => setActive(undefined)}
      onKeyDown={onKey}
      onMouseLeave={() => setActive(undefined)}
      ref={ref}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys read the bars aloud.
      tabIndex={0}
    >
      <svg aria-hidden="true" height={height} width={width}>
        {y.ticks(lines).map((tick) => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line className={css.grid} x1={left} x2={width} />
            <text className={css.axis} dy="0.35em" textAnchor="end" x={left - 8}>
              {Number.isInteger(tick) ? formatShort(tick) : ""}
            </text>
          </g>
        ))}
        {times.map((time, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: Only the tip follows the pointer.
          <g
            className={index === active ? `${css.bar} ${css.active}` : css.bar}
            key={time}
            onMouseEnter={() => setActive(index)}
            transform={`translate(${x(String(time)) ?? 0} 0)`}
          >
            <Stack index={index} series={series} width={x.bandwidth()} y={y} />
            {changesIn(changes, time, stepMs).length > 0 && (
              <path className={css.mark} d={markPath(x.bandwidth() / 2, height - bottom + 1)} />
            )}
            <rect className={css.hit} height={height - bottom} width={x.step()} />
          </g>
        ))}
        {ticksOf(times, stepMs, width).map((index) => (
          <text
            className={css.axis}
            key={index}
            textAnchor={index === 0 ? "start" : "middle"}
            x={(x(String(times[index])) ?? 0) + (index === 0 ? 0 : x.bandwidth() / 2)}
            y={height - 5}
          >
            {formatTick(times[index] ?? 0, stepMs)}
          </text>
        ))}
      </svg>
      {largest === 0 && (
        <div className={css.none}>
          <span>No data in this period</span>
        </div>
      )}
      {active !== undefined && (
        <Tip
          index={active}
          changes={changesIn(changes, times[active] ?? 0, stepMs)}
          isLeft={(x(String(times[active])) ?? 0) > width / 2}
          place={x(String(times[active])) ?? 0}
          series={series}
          step={x.step()}
          time={formatInterval(times[active] ?? 0, stepMs)}
          width={width}
        />
      )}
    </div>
  )
}

/** A small triangle with its tip at the top. */
function markPath(x: number, y: number): string {
  return `M${x} ${y}l4 6h-8z`
}

interface StackProps {
  readonly index: number
  readonly series: readonly Series[]
  readonly width: number
  readonly y: (value: number) => number
}

/** The bar is exactly as high as its total. Parts that are high enough leave a gap of one pixel to the part below. */
function Stack({ index, series, width, y }: StackProps) {
  const counts = series.map((one) => one.counts[index] ?? 0)
  const heights = stackHeights(counts, y(0) - y(sumOf(counts)))
  let top = y(0)
  return series.map(({ key, color }, place) => {
    const height = heights[place] ?? 0
    if (height === 0) return null
    const gap = top < y(0) && height >= 2 ? 1 : 0
    top -= height
    return <rect fill={color} height={height - gap} key={key} width={Math.max(1, width)} x={0} y={top} />
  })
}

interface TipProps {
  readonly time: string
  readonly series: readonly Series[]
  readonly index: number
  readonly place: number
  readonly step: number
  readonly width: number
  readonly isLeft: boolean
  readonly changes: readonly Event[]
}

/** The newest changes; the page of events has them all. */
const listedChanges = 3

function Tip({ time, series, index, place, step, width, isLeft, changes }: TipProps) {
  const shown = series.filter(({ counts }) => (counts[index] ?? 0) > 0)
  return (
    <div className={css.tip} role="status" style={isLeft ? { right: width - place + 6 } : { left: place + step + 6 }}>
      <div className={css.tipTime}>{time}</div>
      {shown.length === 0 && "Nothing"}
      <table>
        <tbody>
          {[...shown].reverse().map(({ key, label, color, counts }) => (
            <tr key={key}>
              <th scope="row">
                <span className={css.swatch} style={{ background: color }} />
                {label}
              </th>
              <td>{formatWhole(counts[index] ?? 0)}</td>
            </tr>
          ))}
          {shown.length > 1 && (
            <tr className={css.total}>
              <th scope="row">Total</th>
              <td>{formatWhole(sumOf(shown.map(({ counts }) => counts[index] ?? 0)))}</td>
            </tr>
          )}
        </tbody>
      </table>
      {changes.length > 0 && (
        <div className={css.changes}>
          {changes.slice(0, listedChanges).map((event) => (
            <ChangeLine event={event} key={event.eventId} />
          ))}
          {changes.length > listedChanges && <div>and {counted(changes.length - listedChanges, "more change")}</div>}
        </div>
      )}
    </div>
  )
}

/** As many ticks as have room: at midnights if there are several, else beginning with the first interval. */
function ticksOf(times: readonly number[], stepMs: number, width: number): readonly number[] {
  const all = times.map((_, index) => index)
  const candidates = showsDays(times, stepMs) ? all.filter((index) => isMidnight(times[index] ?? 0)) : all
  const room = Math.max(2, Math.floor((width - left) / 84))
  const every = Math.max(1, Math.ceil(candidates.length / room))
  // The last label would reach beyond the chart.
  const last = times.length - times.length / room / 3
  return candidates.filter((index, rank) => rank % every === 0 && (index === 0 || index < last))
}

type LegendProps = Pick<BarChartProps, "series" | "times" | "stepMs" | "changes">

/** The series with their colours, the marks, and whose times these are. */
export function Legend({ series, times, stepMs, changes = noChanges }: LegendProps) {
  return (
    <div className={css.legend}>
      {series.map(({ key, label, color }) => (
        <span key={key}>
          <span className={css.swatch} style={{ background: color }} />
          {label}
        </span>
      ))}
      {changes.events.length > 0 && (
        <span>
          <svg aria-hidden="true" className={css.sample} height="8" width="10">
            <path className={css.mark} d={markPath(5, 1)} />
          </svg>
          {changes.isPartial ? `Change (the newest ${changes.events.length})` : "Change"}
        </span>
      )}
      <span className={css.zone}>{zoneOf(times.at(-1) ?? 0, stepMs)}</span>
    </div>
  )
}

/** The numbers of a chart, newest first. */
export function ChartTable({ times, stepMs, series, changes = noChanges }: LegendProps) {
  const hasChanges = changes.events.length > 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A long table scrolls, also by keyboard.
    <div className={css.scroll} tabIndex={0}>
      <table className={css.values}>
        <thead>
          <tr>
            <th scope="col">{zoneOf(times.at(-1) ?? 0, stepMs)}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {hasChanges && <th scope="col">Changes</th>}
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, index) => (
              <tr key={time}>
                <th scope="row">{formatInterval(time, stepMs)}</th>
                {series.map(({ key, counts }) => (
                  <td key={key}>{formatWhole(counts[index] ?? 0)}</td>
                ))}
                {hasChanges && <td>{formatWhole(changesIn(changes, time, stepMs).length)}</td>}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  )
}
