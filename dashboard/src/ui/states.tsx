import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import css from "./states.module.css"

interface EmptyProps {
  readonly title: string
  /** The purpose of these objects. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Nothing here yet: says what would be, and how to begin. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className={css.state}>
      <div className={css.title}>{title}</div>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

interface SkeletonProps {
  readonly height?: number
  readonly width?: number | string
}

/** Holds the place of what loads, so that nothing jumps. */
export function Skeleton({ height = 16, width = "100%" }: SkeletonProps) {
  return <div aria-hidden="true" className={css.skeleton} style={{ height, width }} />
}

export function SkeletonLines({ count = 5 }: { readonly count?: number }) {
  return (
    <div aria-busy="true" aria-label="Loading" className={css.lines} role="status">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The lines are all the same.
        <Skeleton key={index} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  )
}

interface BannerProps {
  readonly tone?: "warn" | "bad" | "info"
  readonly children: ReactNode
  readonly actions?: ReactNode
}

export function Banner({ tone = "warn", children, actions }: BannerProps) {
  return (
    <div
      className={classNames(css.banner, tone === "bad" && css.bad, tone === "info" && css.info)}
      role={tone === "bad" ? "alert" : "status"}
    >
      <div>{children}</div>
      {actions}
    </div>
  )
}
