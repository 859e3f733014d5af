import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import css from "./page.module.css"

interface PageProps {
  readonly title: ReactNode
  /** How many there are, beside the title. */
  readonly count?: ReactNode
  /** A line of facts below the title. */
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Page({ title, count, about, actions, children }: PageProps) {
  return (
    <div className={css.page}>
      <div className={css.head}>
        <div className={css.heading}>
          <h1 className={css.title}>
            {title}
            {count !== undefined && <span className={css.count}>{count}</span>}
          </h1>
          {about && <div className={css.about}>{about}</div>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Two columns on wide screens, one below the other elsewhere. */
export function Columns({ children, even = false }: { readonly children: ReactNode; readonly even?: boolean }) {
  return <div className={classNames(css.columns, even && css.even)}>{children}</div>
}

export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={css.stack}>{children}</div>
}
