import { type ReactNode, useId } from "react"
import css from "./card.module.css"
import { classNames } from "./class-names.ts"

interface CardProps {
  readonly title?: ReactNode
  /** Beside the title, at the end of the line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly tone?: "danger"
  /** For a table that reaches the border. */
  readonly isFlush?: boolean
}

export function Card({ title, actions, children, tone, isFlush = false }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={title ? id : undefined} className={classNames(css.card, tone && css[tone])}>
      {(title || actions) && (
        <header className={css.head}>
          {title && (
            <h2 className={css.title} id={id}>
              {title}
            </h2>
          )}
          {actions}
        </header>
      )}
      {isFlush ? children : <div className={css.body}>{children}</div>}
    </section>
  )
}
