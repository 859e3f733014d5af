import type { Result } from "@keyward/client"
import { type Client, keywardError } from "../../client.ts"
import { messageOf } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Banner } from "../../ui/states.tsx"

interface RemoveWayInProps {
  readonly title: string
  /** The verb on the button. */
  readonly action: string
  /** A message after the removal. */
  readonly done: string
  readonly remove: (client: Client, allowLast: boolean) => Promise<Result<unknown>>
  readonly onClose: () => void
}

/** Removes a way to sign in. The last one is removed only after a second question. */
export function RemoveWayIn({ title, action, done, remove, onClose }: RemoveWayInProps) {
  const change = useChange(remove, { showsError: true, done: () => ({ title: done }), onDone: onClose })
  const isLast = keywardError(change.error)?.code === "application/precondition_failed"
  return (
    <ConfirmDialog
      action={isLast ? "Remove it anyway" : action}
      isBusy={change.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => change.run(isLast)}
      title={title}
    >
      {isLast ? (
        <Banner tone="bad">
          This is your only way to sign in. Without it, only a reset link from an operator lets you in again.
        </Banner>
      ) : (
        <p>You can no longer sign in with it. You can add it again later.</p>
      )}
      {change.error && !isLast && <Banner tone="bad">{messageOf(change.error)}</Banner>}
    </ConfirmDialog>
  )
}
