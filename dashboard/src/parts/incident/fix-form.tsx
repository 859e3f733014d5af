import type { FormEvent, ReactNode } from "react"
import { Button } from "../../ui/button.tsx"
import css from "./incident.module.css"

interface FixFormProps {
  /** The control with the amount. */
  readonly children: ReactNode
  readonly action: string
  /** What the same call would give after this. */
  readonly after: ReactNode
  readonly isBusy: boolean
  readonly isPossible: boolean
  readonly onSubmit: () => void
}

/** A fix whose amount people decide, in one line. */
export function FixForm({ children, action, after, isBusy, isPossible, onSubmit }: FixFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={css.fix} onSubmit={submit}>
      {children}
      <Button disabled={!isPossible} isBusy={isBusy} size="small" type="submit" variant="primary">
        {action}
      </Button>
      <span className={css.after}>{after}</span>
    </form>
  )
}
