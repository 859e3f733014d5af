import { useState } from "react"
import { messageOf } from "../../error-messages.ts"
import { Button } from "../../ui/button.tsx"
import { counted } from "../../ui/format.ts"
import { notify } from "../../ui/toast.tsx"
import { Toolbar } from "../../ui/toolbar.tsx"
import css from "./verification-log.module.css"

export interface LogPagesProps {
  /** The page, unless it is the newest. */
  readonly cursor: string | undefined
  /** An empty text opens the newest page. */
  readonly onOpen: (cursor: string) => void
  readonly findOlder: () => Promise<string | undefined>
  readonly hasOlder: boolean
  /** Whether the rows are still those of another question. What follows them would be the wrong place. */
  readonly isStale: boolean
  readonly rows: number
}

/** The end of a page of the log, with the way to older rows and back to the newest. */
export function LogPages({ cursor, onOpen, findOlder, hasOlder, isStale, rows }: LogPagesProps) {
  const [isBusy, setBusy] = useState(false)
  const openOlder = async () => {
    setBusy(true)
    try {
      const place = await findOlder()
      if (place !== undefined) onOpen(place)
    } catch (error) {
      notify({ tone: "bad", title: messageOf(error) })
    }
    setBusy(false)
  }
  const count = counted(rows, "verification")
  if (rows === 0 && cursor === undefined) return null
  return (
    <div className={css.foot}>
      <Toolbar>
        <span className={css.note} role="status">
          {cursor !== undefined ? counted(rows, "older verification") : hasOlder ? `The latest ${count}` : count}
        </span>
        <span className={css.end}>
          <Toolbar>
            {cursor !== undefined && <Button onClick={() => onOpen("")}>Newest</Button>}
            {hasOlder && (
              <Button isBusy={isBusy || isStale} onClick={openOlder}>
                Older
              </Button>
            )}
          </Toolbar>
        </span>
      </Toolbar>
    </div>
  )
}
