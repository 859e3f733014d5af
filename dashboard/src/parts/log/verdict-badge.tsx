import type { CSSProperties } from "react"
import type { Code } from "../../../../src/contract/verdicts.ts"
import { outcomeOf } from "./outcomes.ts"
import css from "./verdict-badge.module.css"

/** The outcome of a verification: its colour, and its code as text. */
export function VerdictBadge({ code }: { readonly code: Code }) {
  const { color, meaning } = outcomeOf(code)
  const style: CSSProperties & { "--color": string } = { "--color": color }
  return (
    <span className={css.badge} style={style} title={meaning}>
      {code}
    </span>
  )
}
