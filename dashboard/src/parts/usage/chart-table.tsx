import { Link } from "@tanstack/react-router"
import { rangeBetween } from "../../range.ts"
import { formatWhole } from "../../ui/format.ts"
import { changesIn } from "./chart-changes.tsx"
import type { ChartValues } from "./chart-series.ts"
import css from "./chart-table.module.css"
import { formatInterval, zoneOf } from "./chart-time.ts"

/** The numbers of a chart, newest first. Each leads to the rows of the log that it counts. */
export function ChartTable({ times, stepMs, series, changes, log }: ChartValues) {
  const hasChanges = changes !== undefined && changes.events.length > 0
  const linkOf = (time: number, part: string, count: number) => {
    const range = rangeBetween(time, time + stepMs)
    return count > 0 && range ? log?.(range, part) : undefined
  }
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
            .map((time, place) => (
              <tr key={time}>
                <th scope="row">{formatInterval(time, stepMs)}</th>
                {series.map(({ key, counts }) => {
                  const count = counts[place] ?? 0
                  const link = linkOf(time, key, count)
                  return <td key={key}>{link ? <Link {...link}>{formatWhole(count)}</Link> : formatWhole(count)}</td>
                })}
                {hasChanges && <td>{formatWhole(changesIn(changes, time, stepMs).length)}</td>}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  )
}
