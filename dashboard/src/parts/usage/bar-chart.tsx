import { useId } from "react"
import { classNames } from "../../ui/class-names.ts"
import { formatShort } from "../../ui/format.ts"
import { sumOf } from "../../ui/sum.ts"
import css from "./bar-chart.module.css"
import { type ChartChanges, changesIn } from "./chart-changes.tsx"
import { linesUpTo, placesBetween } from "./chart-scales.ts"
import { isWide, selectedPlaces } from "./chart-selection.ts"
import type { ChartValues, Series } from "./chart-series.ts"
import { formatInterval, formatTick, ticksOf, zoneOf } from "./chart-time.ts"
import { ChartTip } from "./chart-tip.tsx"
import { stackHeights } from "./stack-heights.ts"
import { useChartSelection } from "./use-chart-selection.ts"
import { useWidth } from "./use-width.ts"

interface BarChartProps extends ChartValues {
  /** A title of the chart for screen readers. */
  readonly label: string
  readonly height?: number
  /** A text if there are no numbers but zeros. */
  readonly none?: string
}

const left = 44
const bottom = 22
const top = 6
/** The room of a label on the axis of times. */
const tickPx = 84
/** Below this height, the numbers of four lines would touch. */
const lowPx = 120
const noChanges: ChartChanges = { events: [], isPartial: false }

/** Stacked bars over time. The arrow keys move through them; the table beside every chart has the same numbers. */
export function BarChart({ label, height = 220, none = "No data in this period", ...values }: BarChartProps) {
  const { times, stepMs, series, changes = noChanges, log } = values
  const hintId = useId()
  const [ref, width] = useWidth<HTMLDivElement>()
  const totals = times.map((_, index) => sumOf(series.map(({ counts }) => counts[index] ?? 0)))
  const largest = Math.max(...totals, 0)
  const lines = linesUpTo(largest, height < lowPx ? 2 : 4)
  const y = (value: number) => height - bottom - (value / (lines.at(-1) ?? 1)) * (height - bottom - top)
  const x = placesBetween(left, Math.max(width, left + 1), {
    count: times.length,
    gap: width / times.length > 8 ? 0.18 : 0.08,
  })
  const { leftOf } = x
  const { selection, handlers } = useChartSelection(values, (clientX) => {
    const px = clientX - (ref.current?.getBoundingClientRect().left ?? 0) - left
    return Math.max(0, Math.min(times.length - 1, Math.floor(px / x.step)))
  })
  const places = selectedPlaces(selection)
  const isHighlighted = (place: number) => places !== undefined && place >= places[0] && place <= places[1]
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for controls.
    <div
      aria-describedby={hintId}
      aria-label={label}
      className={css.chart}
      ref={ref}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys read the bars aloud.
      tabIndex={0}
      {...handlers}
    >
      <span className="visually-hidden" id={hintId}>
        {log
          ? "Left and right move, up and down choose a part, Enter opens the log. With Shift, left and right choose a longer time."
          : "Left and right move, Enter zooms. With Shift, left and right choose a longer time."}
      </span>
      <svg aria-hidden="true" height={height} width={width}>
        {lines.map((tick) => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line className={css.grid} x1={left} x2={width} />
            <text className={css.axis} dy="0.35em" textAnchor="end" x={left - 8}>
              {formatShort(tick)}
            </text>
          </g>
        ))}
        {times.map((time, place) => (
          <g
            className={classNames(
              css.bar,
              isHighlighted(place) && css.active,
              place === selection.active && selection.part !== undefined && css.hasPart,
            )}
            key={time}
            transform={`translate(${leftOf(place)} 0)`}
          >
            <rect className={css.hit} height={height - bottom} width={x.step} />
            <Stack part={selection.part} place={place} series={series} width={x.width} y={y} />
            {changesIn(changes, time, stepMs).length > 0 && (
              <path className={css.mark} d={markPath(x.width / 2, height - bottom + 1)} />
            )}
          </g>
        ))}
        {places && isWide(selection) && (
          <rect
            className={css.chosen}
            height={height - bottom}
            width={leftOf(places[1]) + x.step - leftOf(places[0])}
            x={leftOf(places[0])}
          />
        )}
        {ticksOf(times, stepMs, (width - left) / tickPx).map((place) => (
          <text
            className={css.axis}
            key={place}
            textAnchor={place === 0 ? "start" : "middle"}
            x={leftOf(place) + (place === 0 ? 0 : x.width / 2)}
            y={height - 5}
          >
            {formatTick(times[place] ?? 0, stepMs)}
          </text>
        ))}
      </svg>
      {largest === 0 && (
        <div className={css.none}>
          <span>{none}</span>
        </div>
      )}
      {places && (
        <ChartTip
          changes={changesIn(changes, times[places[0]] ?? 0, (places[1] - places[0] + 1) * stepMs)}
          hint={hintOf(values, isWide(selection))}
          part={selection.part}
          places={places}
          series={series}
          style={
            leftOf(places[0]) > width / 2
              ? { right: width - leftOf(places[0]) + 6 }
              : { left: leftOf(places[1]) + x.step + 6 }
          }
          time={formatInterval(times[places[0]] ?? 0, stepMs, places[1] - places[0] + 1)}
        />
      )}
    </div>
  )
}

function hintOf({ log, canZoom = true }: ChartValues, isWideChoice: boolean): string {
  if (!canZoom) return log ? "Click to open the log" : ""
  if (isWideChoice) return "Release or press Enter to zoom"
  return log ? "Click to open the log, drag to zoom" : "Click or drag to zoom"
}

/** A small triangle with its tip at the top. */
function markPath(x: number, y: number): string {
  return `M${x} ${y}l4 6h-8z`
}

interface StackProps {
  readonly place: number
  readonly series: readonly Series[]
  /** The part that is chosen, if one is. */
  readonly part: string | undefined
  readonly width: number
  readonly y: (value: number) => number
}

/** The bar is exactly as high as its total. Parts that are high enough leave a gap of one pixel to the part below. */
function Stack({ place, series, part, width, y }: StackProps) {
  const counts = series.map((one) => one.counts[place] ?? 0)
  const heights = stackHeights(counts, y(0) - y(sumOf(counts)))
  let end = y(0)
  return series.map(({ key, color }, rank) => {
    const height = heights[rank] ?? 0
    if (height === 0) return null
    const gap = end < y(0) && height >= 2 ? 1 : 0
    end -= height
    return (
      <rect
        className={key === part ? css.part : undefined}
        data-part={key}
        fill={color}
        height={height - gap}
        key={key}
        width={Math.max(1, width)}
        x={0}
        y={end}
      />
    )
  })
}

/** The room of a legend until its series are known. */
export function LegendRoom() {
  return <div className={css.legendRoom} />
}

/** The series with their colours, the marks, and whose times these are. */
export function Legend({ series, times, stepMs, changes = noChanges }: ChartValues) {
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
