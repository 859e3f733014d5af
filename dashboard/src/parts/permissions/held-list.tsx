import type { ReactNode } from "react"
import { IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Mono } from "../../ui/copy.tsx"
import { visibleText } from "../../ui/format.ts"
import css from "./held.module.css"

export interface HeldPermission {
  readonly slug: string
  /** Badges that say where it comes from. */
  readonly sources?: ReactNode
  /** False if it is stored, and a verification does not count it. */
  readonly isInEffect?: boolean
  readonly isRemovable: boolean
}

interface HeldListProps {
  readonly held: readonly HeldPermission[]
  readonly onRemove: (slug: string) => void
}

/** The permissions of a key or a customer, each with its sources and a button to remove it. */
export function HeldList({ held, onRemove }: HeldListProps) {
  return (
    <ul className={css.list}>
      {held.map(({ slug, sources, isInEffect = true, isRemovable }) => (
        <li className={classNames(css.row, !isInEffect && css.idle)} key={slug}>
          <Mono>{visibleText(slug)}</Mono>
          <span className={css.end}>
            {sources}
            {isRemovable && (
              <IconButton
                icon="cross"
                label={`Remove ${visibleText(slug)}`}
                onClick={() => onRemove(slug)}
                size="small"
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
