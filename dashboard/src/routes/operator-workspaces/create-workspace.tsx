import { type FormEvent, useId, useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { SecretDialog } from "../../parts/keys/secret-dialog.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"
import css from "./workspaces.module.css"

export function CreateWorkspace({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const [name, setName] = useState("")
  const [secret, setSecret] = useState<string>()
  const create = useChange((client, text: string) => client.workspaces.createWorkspace({ name: text }), {
    showsError: true,
    onDone: ({ rootKey }) => setSecret(rootKey),
  })
  if (secret !== undefined) {
    return (
      <SecretDialog onClose={onClose} secret={secret} title="Workspace created" what="root key">
        <p>
          This first root key may do everything in the new workspace. Its holder can sign in with it, and invite people.
        </p>
      </SecretDialog>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.run(name.trim())
  }
  const problem = generalError(create.error, ["name"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form={formId} isBusy={create.isBusy} type="submit" variant="primary">
            Create workspace
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title="Create workspace"
    >
      <form className={css.form} id={formId} onSubmit={submit}>
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field error={errorOf(create.error, "name")} label="Name">
          {(control) => <TextInput {...control} autoFocus onChange={setName} required value={name} />}
        </Field>
      </form>
    </Dialog>
  )
}
