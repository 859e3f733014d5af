import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useId, useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { keepFirstRootKey } from "../../first-root-key.ts"
import { SecretDialog } from "../../parts/keys/secret-dialog.tsx"
import { useChange } from "../../queries.ts"
import { sessionQuery, useSession } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"

/** A person owns the new workspace, and gets its first root key there. A key stays outside, and invites an owner. */
export function CreateWorkspace({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const isPerson = useSession()?.user !== undefined
  const openWorkspace = useOpenWorkspace()
  const [name, setName] = useState("")
  const [created, setCreated] = useState<Created>()
  const [isOpening, setOpening] = useState(false)
  const open = (workspace: Created) => {
    setOpening(true)
    // What cannot be opened now shows its root key here.
    openWorkspace(workspace).catch(() => setCreated(workspace))
  }
  const create = useChange((client, text: string) => client.workspaces.createWorkspace({ name: text }), {
    showsError: true,
    onDone: isPerson ? open : setCreated,
  })
  if (created !== undefined) {
    return (
      <SecretDialog onClose={onClose} secret={created.rootKey} title="Workspace created" what="root key">
        <p>
          This first root key may do everything in the new workspace.
          {!isPerson && " To give the workspace to a person, choose “Invite owner” in its menu."}
        </p>
      </SecretDialog>
    )
  }
  const problem = generalError(create.error, ["name"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form={formId} isBusy={create.isBusy || isOpening} type="submit" variant="primary">
            Create workspace
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title="Create workspace"
    >
      <Form id={formId} onSubmit={() => create.run(name.trim())}>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field
          error={errorOf(create.error, "name")}
          {...(isPerson && { hint: "You become its owner, and can invite other people." })}
          label="Name"
        >
          {(control) => <TextInput {...control} autoFocus onChange={setName} required value={name} />}
        </Field>
      </Form>
    </Dialog>
  )
}

interface Created {
  readonly workspaceId: string
  readonly rootKey: string
}

/** The session must know the membership first, or the page would say that the person is no member. */
function useOpenWorkspace() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ workspaceId, rootKey }: Created) => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    keepFirstRootKey({ workspaceId, rootKey })
    await navigate({ to: "/w/$workspaceId", params: { workspaceId } })
  }
}
