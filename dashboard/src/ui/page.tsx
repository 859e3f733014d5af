import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import css from "./page.module.css"
import { Skeleton } from "./states.tsx"

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

/** Holds the place of a page whose object loads. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading" className={css.page} role="status">
      <Skeleton height={30} width="min(280px, 60%)" />
      <Skeleton height={22} width="min(420px, 90%)" />
      <Skeleton height={290} />
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
