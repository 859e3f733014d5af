import type { ReactNode } from "react"
import { Count } from "../ui/count.tsx"
import css from "./ranking.module.css"

export interface Ranked {
  readonly key: string
  readonly name: ReactNode
  readonly total: number
  /** A part of the total that stands out, such as what was refused. */
  readonly part?: number
  /** In words beside the total. */
  readonly note?: ReactNode
}

interface RankingProps {
  readonly label: string
  readonly rows: readonly Ranked[]
}

/** The largest of something: name, bar, number. */
export function Ranking({ label, rows }: RankingProps) {
  const largest = Math.max(1, ...rows.map(({ total }) => total))
  return (
    <ol aria-label={label} className={css.list}>
      {rows.map(({ key, name, total, part = 0, note }) => (
        <li className={css.row} key={key}>
          <span className={css.name}>{name}</span>
          <span aria-hidden="true" className={css.track}>
            <span className={css.bar} style={{ width: `${((total - part) / largest) * 100}%` }} />
            <span className={css.part} style={{ width: `${(part / largest) * 100}%` }} />
          </span>
          <span className={css.total}>
            {note}
            <Count value={total} />
          </span>
        </li>
      ))}
    </ol>
  )
}
