import type { Workspace } from "@keyward/client"
import { useState } from "react"
import { noteLength } from "../../../../src/contract/bounds.ts"
import { messageOf } from "../../error-messages.ts"
import { reasonLabel } from "../../parts/keys/disable-reasons.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import { Banner } from "../../ui/states.tsx"

interface EnableWorkspaceProps {
  readonly workspace: Workspace
  readonly onClose: () => void
}

export function EnableWorkspace({ workspace, onClose }: EnableWorkspaceProps) {
  const { id, name, disabledReason, disabledNote } = workspace
  const [note, setNote] = useState("")
  const enable = useChange(
    (client, text: string) =>
      client.workspaces.enableWorkspace({ workspaceId: id, ...(text !== "" && { note: text }) }),
    {
      showsError: true,
      done: (_data, _note, effect) => ({
        title: `Enabled ${visibleText(name)}. Its keys work again.`,
        description: effect,
      }),
      onDone: onClose,
    },
  )
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={enable.isBusy} onClick={() => enable.run(note.trim())} variant="primary">
            Enable workspace
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Enable ${visibleText(name)}?`}
    >
      {enable.error && <Banner tone="bad">{messageOf(enable.error)}</Banner>}
      <p>
        Its keys and root keys work again at once.
        {disabledReason && ` It was disabled for this reason: ${reasonLabel(disabledReason)}.`}
        {disabledNote && ` Note: ${visibleText(disabledNote)}`}
      </p>
      <Field hint="Recorded with the event." isOptional label="Note">
        {(control) => <TextInput {...control} maxLength={noteLength.maximum} onChange={setNote} value={note} />}
      </Field>
    </Dialog>
  )
}
