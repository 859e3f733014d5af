import type { DisableReason, Workspace } from "@keyward/client"
import { useState } from "react"
import { noteLength } from "../../../../src/contract/bounds.ts"
import { keysOfWorkspace } from "../../../../src/contract/touches.ts"
import { reasons } from "../../parts/keys/disable-reasons.ts"
import { Reached } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Field, Select, TextArea } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"

interface DisableWorkspaceProps {
  readonly workspace: Workspace
  readonly onClose: () => void
}

export function DisableWorkspace({ workspace: { id, name }, onClose }: DisableWorkspaceProps) {
  const [reason, setReason] = useState<DisableReason>("unpaid_billing")
  const [note, setNote] = useState("")
  const disable = useChange(
    (client, text: string) =>
      client.workspaces.disableWorkspace({ workspaceId: id, reason, ...(text !== "" && { note: text }) }),
    {
      done: (_data, _note, effect) => ({
        title: `Disabled ${visibleText(name)}. Every key of it is refused from now on.`,
        description: effect,
      }),
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      action="Disable workspace"
      isBusy={disable.isBusy}
      isOpen
      onClose={onClose}
      onConfirm={() => disable.run(note.trim())}
      title={`Disable ${visibleText(name)}?`}
    >
      <p>
        Every key and root key of this workspace is refused at once. Nothing is deleted; you can enable it again.{" "}
        <Reached input={{ workspaceId: id }} touches={keysOfWorkspace} />
      </p>
      <Field label="Reason">
        {(control) => <Select {...control} onChange={setReason} options={reasons} value={reason} />}
      </Field>
      <Field hint="Members of the workspace see it." isOptional label="Note">
        {(control) => <TextArea {...control} maxLength={noteLength.maximum} onChange={setNote} rows={3} value={note} />}
      </Field>
    </ConfirmDialog>
  )
}
