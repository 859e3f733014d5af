import type { ReactNode } from "react"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"
import css from "./toolbar.module.css"

/** Search, filters and actions of a list in a line. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={css.toolbar}>{children}</div>
}

interface MoreProps {
  /** How many are shown: "50 keys". */
  readonly shown: string
  /** Which of all those are: the `latest` of a list that grows while it is read. */
  readonly which?: "first" | "latest"
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly onMore: () => void
  /** Inside a card without padding, below its table. */
  readonly isFlush?: boolean
}

/** The end of a list that has further pages. */
export function MoreRows({ shown, which = "first", hasMore, isLoading, onMore, isFlush = false }: MoreProps) {
  return (
    <div className={classNames(css.toolbar, css.spread, isFlush && css.flush)}>
      <span role="status">{hasMore ? `The ${which} ${shown}` : shown}</span>
      {hasMore && (
        <Button isBusy={isLoading} onClick={onMore}>
          {isLoading ? "Loading …" : "Show more"}
        </Button>
      )}
    </div>
  )
}
