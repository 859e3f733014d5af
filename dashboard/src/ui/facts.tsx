import type { ReactNode } from "react"
import css from "./facts.module.css"

interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Names and values below each other. Absent values are left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | undefined | false)[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.name} style={{ display: "contents" }}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
