import type { ReactNode } from "react"
import css from "./danger-action.module.css"

interface DangerActionProps {
  readonly title: string
  /** The effect of the action. */
  readonly children: ReactNode
  readonly action: ReactNode
}

/** One line of a danger zone. */
export function DangerAction({ title, children, action }: DangerActionProps) {
  return (
    <div className={css.line}>
      <div className={css.text}>
        <div className={css.title}>{title}</div>
        <div className={css.about}>{children}</div>
      </div>
      {action}
    </div>
  )
}
