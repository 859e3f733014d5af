import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import css from "./meter.module.css"

interface MeterProps {
  readonly label: string
  /** In words: "39 of 100 per minute". */
  readonly note: ReactNode
  readonly value: number
  readonly max: number
  /** The value is what is left, not what is used. */
  readonly isLeft?: boolean
  /** More than all of it can be used, so a full meter is a warning only. */
  readonly canExceed?: boolean
}

/** How much of something is used or left. */
export function Meter({ label, note, value, max, isLeft = false, canExceed = false }: MeterProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1
  const used = isLeft ? 1 - part : part
  const isFull = used >= 1 && !canExceed
  return (
    <div className={css.meter}>
      <div className={css.line}>
        <span className={css.name}>{label}</span>
        <span className={css.note}>{note}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: Browsers draw a meter element in their own way. */}
      <div
        aria-label={label}
        aria-valuemax={max}
        aria-valuemin={0}
        aria-valuenow={value}
        className={css.track}
        role="meter"
      >
        <div
          className={classNames(css.fill, isFull ? css.bad : used >= (isLeft ? 0.9 : 0.8) && css.warn)}
          style={{ width: `${part * 100}%` }}
        />
      </div>
    </div>
  )
}
