import type { ReactNode } from "react"
import { Icon } from "../../ui/icon.tsx"
import css from "./first-steps.module.css"

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  /** The task. Hidden until the steps before are done. */
  readonly children?: ReactNode
}

/** One step of the checklist. It ticks itself. */
export function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className={`${css.step} ${isDone ? css.done : ""}`}>
      <span className={css.mark}>
        {isDone ? <Icon name="check" size={13} /> : number}
        {isDone && <span className="visually-hidden">Done:</span>}
      </span>
      <span className={css.title}>{title}</span>
      {children && <div className={css.body}>{children}</div>}
    </li>
  )
}
