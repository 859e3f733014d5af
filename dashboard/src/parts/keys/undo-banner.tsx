import { useSyncExternalStore } from "react"
import { useCan, useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"
import { Ago, useNow } from "../../ui/time.tsx"
import { forgetBulkChange, keptBulkChangeText, parseBulkChange, watchBulkChange } from "./kept-bulk-change.ts"
import { useUndo } from "./undo-request.ts"

/** The last change of many keys, with its Undo, for an hour and over reloads. */
export function UndoBanner() {
  const { workspaceId } = useWorkspace()
  const can = useCan()
  const now = useNow(60_000)
  const text = useSyncExternalStore(watchBulkChange, () => keptBulkChangeText(workspaceId))
  const forget = () => forgetBulkChange(workspaceId)
  const undo = useUndo(forget)
  const change = parseBulkChange(text, now)
  if (change === undefined || !can("event.*.read_event")) return null
  return (
    <Banner
      actions={
        <>
          <Button isBusy={undo.isBusy} onClick={() => undo.run(change.requestIds)} size="small">
            Undo
          </Button>
          <Button onClick={forget} size="small" variant="quiet">
            Dismiss
          </Button>
        </>
      }
      tone="info"
    >
      {visibleText(change.summary)} · <Ago time={change.time} />
    </Banner>
  )
}
