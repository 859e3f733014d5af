import type { ReactNode } from "react"
import css from "./badge.module.css"
import { classNames } from "./class-names.ts"

export type Tone = "good" | "warn" | "bad" | "info" | "neutral"

interface BadgeProps {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly title?: string
}

export function Badge({ tone = "neutral", children, title }: BadgeProps) {
  return (
    <span className={classNames(css.badge, css[tone])} title={title}>
      {children}
    </span>
  )
}
