import type { RootKey } from "@keyward/client"
import { useChange } from "../../queries.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"

interface DeleteRootKeyProps {
  readonly rootKey: RootKey
  readonly onClose: () => void
}

export function DeleteRootKey({ rootKey, onClose }: DeleteRootKeyProps) {
  const name = visibleText(rootKey.name ?? rootKey.start)
  const remove = useChange((client, rootKeyId: string) => client.rootKeys.deleteRootKey({ rootKeyId }), {
    done: () => ({ title: `Deleted ${name}. Every call with it is refused.` }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      action="Delete root key"
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(rootKey.rootKeyId)}
      title={`Delete ${name}?`}
    >
      <p>Programs that use it fail from now on, and this cannot be undone. Disable it instead if you are not sure.</p>
    </ConfirmDialog>
  )
}
