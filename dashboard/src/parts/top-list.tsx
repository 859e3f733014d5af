import type { ReactNode } from "react"
import { Count } from "../ui/count.tsx"
import css from "./top-list.module.css"

export interface TopEntry {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
}

/** The largest of something, with a bar each. */
export function TopList({ entries }: { readonly entries: readonly TopEntry[] }) {
  const largest = Math.max(1, ...entries.map(({ value }) => value))
  return (
    <ol>
      {entries.map(({ key, name, value }) => (
        <li className={css.row} key={key}>
          <span className={css.name}>{name}</span>
          <span>
            <div className={css.bar} style={{ width: `${(value / largest) * 100}%` }} />
          </span>
          <span className={css.value}>
            <Count value={value} />
          </span>
        </li>
      ))}
    </ol>
  )
}
