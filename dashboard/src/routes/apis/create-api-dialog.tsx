import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Banner } from "../../ui/states.tsx"

interface CreateApiDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for a name, creates the API and opens its page. */
export function CreateApiDialog({ isOpen, onClose }: CreateApiDialogProps) {
  const [name, setName] = useState("")
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useChange((client, input: { readonly name: string }) => client.apis.createApi(input), {
    showsError: true,
    onDone: ({ apiId }) => navigate({ to: "/w/$workspaceId/apis/$apiId", params: { workspaceId, apiId } }),
  })
  const error = generalError(create.error, ["name"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button form="create-api" isBusy={create.isBusy} type="submit" variant="primary">
            Create API
          </Button>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      title="Create API"
    >
      <form
        id="create-api"
        onSubmit={(event) => {
          event.preventDefault()
          create.run({ name })
        }}
      >
        <Field
          error={errorOf(create.error, "name")}
          hint="For people, such as “Payments API” or “Search (staging)”. You can change it later."
          label="Name"
        >
          {(control) => <TextInput {...control} autoFocus onChange={setName} required value={name} />}
        </Field>
      </form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}
