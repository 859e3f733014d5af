import type { Code } from "../../../../src/contract/verdicts.ts"
import { outcomeOf } from "../../parts/log/outcomes.ts"
import { VerdictBadge } from "../../parts/log/verdict-badge.tsx"
import { counted } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import css from "./first-steps.module.css"

/** Requests that came, but whose key was not accepted. */
export interface Refused {
  readonly code: Code
  readonly total: number
}

/** Says that nothing has come yet, or what was wrong with what has come. */
export function Waiting({ refused }: { readonly refused: Refused | undefined }) {
  return (
    <>
      {refused && (
        <Banner tone="warn">
          <VerdictBadge code={refused.code} /> {counted(refused.total, "request")} came, but {reasonOf(refused.code)}
        </Banner>
      )}
      <span className={css.waiting} role="status">
        <span className={css.dot} />
        {refused ? "Waiting for a request with a key that is accepted …" : "Waiting for your first request …"}
      </span>
    </>
  )
}

function reasonOf(code: Code): string {
  if (code !== "NOT_FOUND") return `the key was refused. ${outcomeOf(code).meaning}`
  return "this workspace does not have the key that was sent. Send the whole key from step 2, or create another key."
}
