import type { Workspace } from "@keyward/client"
import { keysOfWorkspace } from "../../../../src/contract/touches.ts"
import { Reached } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { visibleText } from "../../ui/format.ts"

interface DeleteWorkspaceProps {
  readonly workspace: Workspace
  readonly onClose: () => void
}

export function DeleteWorkspace({ workspace: { id, name }, onClose }: DeleteWorkspaceProps) {
  const remove = useChange((client, workspaceId: string) => client.workspaces.deleteWorkspace({ workspaceId }), {
    done: () => ({ title: `Deleted ${visibleText(name)}.` }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      action="Delete workspace"
      isBusy={remove.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.run(id)}
      title={`Delete ${visibleText(name)} for good?`}
      typed={name}
    >
      <p>
        Its APIs, keys, customers and members are gone for good. Only its events remain, for operators. This cannot be
        undone. <Reached input={{ workspaceId: id }} touches={keysOfWorkspace} />
      </p>
    </ConfirmDialog>
  )
}
