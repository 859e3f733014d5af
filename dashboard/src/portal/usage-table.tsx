import { usePage } from "./page-context.tsx"
import css from "./portal.module.css"
import type { UsageSeries } from "./usage-series.ts"

interface UsageTableProps {
  readonly series: readonly UsageSeries[]
  readonly total: number
  readonly credits: number
  readonly grouping: "code" | "key"
}

/** The numbers of the chart, and what its colours mean. */
export function UsageTable({ series, total, credits, grouping }: UsageTableProps) {
  const { say, count, share } = usePage().language
  if (total === 0) return null
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{say("usage.table")}</caption>
      <thead>
        <tr>
          <th scope="col">{say(grouping === "key" ? "usage.byKey" : "usage.byResult")}</th>
          <th scope="col">{say("usage.calls")}</th>
          <th scope="col">{say("usage.share")}</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ key, label, color, total: own }) => (
          <tr key={key}>
            <th scope="row">
              <span className={css.series}>
                <span className={css.swatch} style={{ background: color }} />
                {label}
              </span>
            </th>
            <td>{count(own)}</td>
            <td>{share(own / total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say("usage.total")}</th>
          <td>{count(total)}</td>
          <td />
        </tr>
        {credits > 0 && (
          <tr>
            <th scope="row">{say("usage.credits")}</th>
            <td>{count(credits)}</td>
            <td />
          </tr>
        )}
      </tfoot>
    </table>
  )
}
