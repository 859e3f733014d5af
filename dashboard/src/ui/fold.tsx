import { type ReactNode, useState } from "react"
import css from "./fold.module.css"
import { Icon } from "./icon.tsx"

interface FoldProps {
  readonly title: string
  /** Its present content, in a few words. */
  readonly note?: ReactNode
  /** Opens it, because something inside needs a look. */
  readonly isForced?: boolean
  readonly children: ReactNode
}

/** A part of a form that most people leave closed. */
export function Fold({ title, note, isForced = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css.fold} onToggle={(event) => setOpen(event.currentTarget.open)} open={isOpen || isForced}>
      <summary className={css.head}>
        <Icon name="right" />
        <span className={css.title}>{title}</span>
        <span className={css.note}>{note}</span>
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}

/** Folds below each other in one frame. */
export function Folds({ children }: { readonly children: ReactNode }) {
  return <div className={css.folds}>{children}</div>
}
