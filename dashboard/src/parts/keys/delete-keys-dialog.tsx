import type { Key } from "@keyward/client"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"
import { useDeleteKeys } from "./key-changes.ts"

interface DeleteKeysDialogProps {
  readonly keys: readonly Key[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDeleted?: () => void
  /** Also erases the record with its hash. */
  readonly isPermanent?: boolean
  /** Whether the page shows one of the keys, and is left. */
  readonly isLeaving?: boolean
}

/** Many keys at once are worth a second thought. */
const typedFrom = 10

export function DeleteKeysDialog(props: DeleteKeysDialogProps) {
  const { keys, isOpen, onClose, onDeleted, isPermanent = false, isLeaving = false } = props
  const deletion = useDeleteKeys(() => {
    onClose()
    onDeleted?.()
  }, isLeaving)
  const [first] = keys
  const what = keys.length === 1 ? visibleText(first?.name ?? first?.start ?? "the key") : `${keys.length} keys`
  const typed = isPermanent ? "delete permanently" : keys.length >= typedFrom ? `delete ${keys.length} keys` : undefined
  return (
    <ConfirmDialog
      action={keys.length === 1 ? "Delete key" : `Delete ${keys.length} keys`}
      isBusy={deletion.isBusy}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => deletion.run({ keys, permanent: isPermanent })}
      title={isPermanent ? `Delete ${what} permanently?` : `Delete ${what}?`}
      {...(typed !== undefined && { typed })}
    >
      <p>
        Verifications return NOT_FOUND immediately. This cannot be undone; disable instead if you may need it again.
      </p>
      {isPermanent && <p>The record with its hash is erased too. Events and counted verifications stay.</p>}
    </ConfirmDialog>
  )
}
