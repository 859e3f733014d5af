import type { WorkspaceWithCounts } from "@keyward/client"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { noteLength } from "../../../../src/contract/bounds.ts"
import { keysOfWorkspace } from "../../../../src/contract/touches.ts"
import { Reached } from "../../parts/reach.tsx"
import { useChange } from "../../queries.ts"
import { sessionQuery } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { Field, TextArea } from "../../ui/field.tsx"
import { visibleText } from "../../ui/format.ts"
import css from "./settings.module.css"

export function DisableWorkspace({ workspace }: { readonly workspace: WorkspaceWithCounts }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState("")
  const disable = useChange(
    (client, text: string) => client.workspaces.disableWorkspace(text === "" ? {} : { note: text }),
    {
      done: (_data, _note, effect) => ({
        title: "Disabled. Every key of this workspace is refused from now on.",
        description: effect,
      }),
      onDone: () => {
        setOpen(false)
        queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      },
    },
  )
  return (
    <Card title="Danger zone" tone="danger">
      <div className={css.danger}>
        <p>
          Disabling the workspace refuses every key and every root key at once, on all nodes. Nothing is deleted. Only
          an operator of this installation can enable it again.
        </p>
        <Button onClick={() => setOpen(true)} variant="danger">
          Disable workspace …
        </Button>
      </div>
      <ConfirmDialog
        action="Disable workspace"
        isBusy={disable.isBusy}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => disable.run(note.trim())}
        title={`Disable ${visibleText(workspace.name)}?`}
        typed={workspace.name}
      >
        <p>
          <Reached input={{}} touches={keysOfWorkspace} /> Every key is refused within a second, and your customers see
          errors. You cannot undo this yourself: an operator must enable the workspace again.
        </p>
        <Field hint="Shown while the workspace is disabled." isOptional label="Reason">
          {(control) => (
            <TextArea {...control} maxLength={noteLength.maximum} onChange={setNote} rows={3} value={note} />
          )}
        </Field>
      </ConfirmDialog>
    </Card>
  )
}
