import type { Event } from "@keyward/client"
import { counted, formatWhole } from "../../ui/format.ts"
import { sumOf } from "../../ui/sum.ts"
import bar from "./bar-chart.module.css"
import { ChangeLine } from "./chart-changes.tsx"
import type { Series } from "./chart-series.ts"
import css from "./chart-tip.module.css"

interface TipProps {
  /** The chosen time in words. */
  readonly time: string
  readonly series: readonly Series[]
  /** The first and the last interval that it is about. */
  readonly places: readonly [number, number]
  /** The part that Enter opens. */
  readonly part: string | undefined
  readonly changes: readonly Event[]
  /** What a click does. */
  readonly hint: string
  /** Beside the bar, in pixels from an edge of the chart. */
  readonly style: { readonly left: number } | { readonly right: number }
}

/** The newest changes; the page of events has them all. */
const listedChanges = 3

/** The numbers of a bar, or of several. */
export function ChartTip({ time, series, places: [first, last], part, changes, hint, style }: TipProps) {
  const shown = series
    .map(({ counts, ...one }) => ({ ...one, count: sumOf(counts.slice(first, last + 1)) }))
    .filter(({ count }) => count > 0)
    .reverse()
  return (
    <div className={css.tip} role="status" style={style}>
      <div className={css.time}>{time}</div>
      {shown.length === 0 && "Nothing"}
      <table>
        <tbody>
          {shown.map(({ key, label, color, count }) => (
            <tr className={key === part ? css.part : undefined} key={key}>
              <th scope="row">
                <span className={bar.swatch} style={{ background: color }} />
                {label}
              </th>
              <td>{formatWhole(count)}</td>
            </tr>
          ))}
          {shown.length > 1 && (
            <tr className={css.total}>
              <th scope="row">Total</th>
              <td>{formatWhole(sumOf(shown.map(({ count }) => count)))}</td>
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
      <div className={css.hint}>{hint}</div>
    </div>
  )
}
