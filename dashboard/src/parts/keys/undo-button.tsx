import type { Event } from "@keyward/client"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { canUndo, useUndo } from "./undo-request.ts"

/** Takes back the request of a change of keys. Absent if it deleted keys, or changed what no event records whole. */
export function UndoButton({ event }: { readonly event: Event }) {
  const can = useCan()
  const undo = useUndo()
  const { requestId } = event
  if (requestId === undefined || !canUndo(event) || !can("api.*.update_key")) return null
  return (
    <Button isBusy={undo.isBusy} onClick={() => undo.run([requestId])} size="small">
      Undo this request
    </Button>
  )
}
