import { useState } from "react"
import { useChange } from "../../queries.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { counted, formatWhole } from "../../ui/format.ts"
import { Meter } from "../../ui/meter.tsx"
import { type BulkAction, type BulkResult, type BulkTarget, changeInBulk, countOf } from "./bulk-change.ts"
import { keepBulkChange } from "./kept-bulk-change.ts"
import { useTraffic } from "./traffic.ts"
import { useUndo } from "./undo-request.ts"

interface BulkDialogProps {
  readonly action: BulkAction
  readonly target: BulkTarget
  readonly workspaceId: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Above this number, people type it. */
const typedAbove = 100
/** What cannot be undone is typed earlier. */
const deletionTypedFrom = 10

const words = {
  enable: { verb: "Enable", doing: "Enabling", done: "Enabled", effect: "Verifications are judged as usual again." },
  disable: {
    verb: "Disable",
    doing: "Disabling",
    done: "Disabled",
    effect: "Verifications return DISABLED immediately. You can undo it.",
  },
  delete: {
    verb: "Delete",
    doing: "Deleting",
    done: "Deleted",
    effect: "Verifications return NOT_FOUND immediately. Deleted keys cannot be restored: there is no Undo.",
  },
} as const

/** Shows how many keys a change affects and what they did in the last hour, before it happens. */
export function BulkDialog({ action, target, workspaceId, onClose, onDone }: BulkDialogProps) {
  const count = countOf(target)
  const { verb, doing, done, effect } = words[action]
  const [progress, setProgress] = useState(0)
  const traffic = useTraffic(target, true)
  const undo = useUndo()
  const change = useChange(
    (client, part: BulkTarget) => changeInBulk(client, { target: part, action, onProgress: setProgress }),
    {
      done(result, _, timing) {
        const title = `${done} ${counted(result.changed, "key")}.${skippedText(result)}`
        if (action === "delete" || result.changed === 0) return { title, description: timing }
        keepBulkChange(workspaceId, { summary: title, requestIds: result.requestIds, time: Date.now() })
        const revert = () => undo.run(result.requestIds)
        return { title, description: timing, action: { label: "Undo", onSelect: revert } }
      },
      onDone() {
        onClose()
        onDone()
      },
    },
  )
  const typed = typedFor(action, count)
  return (
    <ConfirmDialog
      action={change.isBusy ? `${doing} …` : `${verb} ${counted(count, "key")}`}
      isBusy={change.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => change.run(target)}
      title={`${verb} ${counted(count, "key")}?`}
      {...(action === "enable" && { tone: "primary" })}
      {...(typed !== undefined && { typed })}
    >
      <p>{target.type === "filter" ? `All keys that match the filter. ${effect}` : effect}</p>
      {traffic && <p>{trafficText(traffic)}</p>}
      {change.isBusy && count > 1 && (
        <Meter
          label={`${doing} keys`}
          max={count}
          note={`${formatWhole(progress)} of ${formatWhole(count)}`}
          value={progress}
        />
      )}
    </ConfirmDialog>
  )
}

function typedFor(action: BulkAction, count: number): string | undefined {
  if (count > typedAbove) return String(count)
  return action === "delete" && count >= deletionTypedFrom ? `delete ${count} keys` : undefined
}

function skippedText({ skipped }: BulkResult): string {
  return skipped === 0 ? "" : ` ${counted(skipped, "key")} changed in the meantime and stayed as they were.`
}

function trafficText({
  verifications,
  isAtMost,
}: {
  readonly verifications: number
  readonly isAtMost: boolean
}): string {
  if (verifications === 0) return "None of them was verified in the last hour."
  const number = counted(verifications, "verification")
  return isAtMost ? `They had at most ${number} in the last hour.` : `They had ${number} in the last hour.`
}
