import type { ReactNode } from "react"
import { Count } from "../../ui/count.tsx"
import css from "./top-list.module.css"

export interface TopEntry {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  /** A part of the value that stands out in the bar, such as what was denied. */
  readonly part?: number
  /** In words beside the value. */
  readonly note?: ReactNode
}

/** The largest of something, with a bar each. */
export function TopList({ entries }: { readonly entries: readonly TopEntry[] }) {
  const largest = Math.max(1, ...entries.map(({ value }) => value))
  return (
    <ol className={css.list}>
      {entries.map(({ key, name, value, part = 0, note }) => (
        <li className={css.row} key={key}>
          <span className={css.name}>{name}</span>
          <span className={css.track}>
            {value > part && <span className={css.bar} style={{ width: `${((value - part) / largest) * 100}%` }} />}
            {part > 0 && <span className={css.part} style={{ width: `${(part / largest) * 100}%` }} />}
          </span>
          <span className={css.value}>
            {note && <span className={css.note}>{note}</span>}
            <Count value={value} />
          </span>
        </li>
      ))}
    </ol>
  )
}
