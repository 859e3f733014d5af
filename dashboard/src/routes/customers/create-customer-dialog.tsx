import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { errorOf, generalError } from "../../error-messages.ts"
import { MetaEditor, metaIn } from "../../parts/fields/meta-editor.tsx"
import { type LimitDraft, limitInputs, RatelimitEditor } from "../../parts/keys/ratelimit-editor.tsx"
import { useChange } from "../../queries.ts"
import { useWorkspace } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import { Fold, Folds } from "../../ui/fold.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"

/** Asks for the external id, limits and metadata, creates the customer and opens its page. */
export function CreateCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const [externalId, setExternalId] = useState("")
  const [limits, setLimits] = useState<readonly LimitDraft[]>([])
  const [meta, setMeta] = useState("")
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const read = metaIn(meta)
  const create = useChange(
    (client) =>
      client.identities.createIdentity({
        externalId,
        ...(limits.length > 0 && { ratelimits: [...limitInputs(limits)] }),
        ...(read.error === undefined && meta.trim() !== "" && { meta: read.meta }),
      }),
    {
      showsError: true,
      onDone: ({ identityId }) =>
        navigate({ to: "/w/$workspaceId/customers/$identityId", params: { workspaceId, identityId }, search: {} }),
    },
  )
  const error = generalError(create.error, ["externalId", "meta"])
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={read.error !== undefined}
            form="create-customer"
            isBusy={create.isBusy}
            type="submit"
            variant="primary"
          >
            Create customer
          </Button>
        </>
      }
      isOpen
      isWide
      onClose={onClose}
      title="Create customer"
    >
      <Form id="create-customer" onSubmit={() => create.run(undefined)}>
        <Field
          error={errorOf(create.error, "externalId")}
          hint="Your own id of the user or company. Upper and lower case differ, and it cannot change."
          label="External id"
        >
          {(control) => (
            <TextInput
              {...control}
              autoFocus
              isMono
              onChange={setExternalId}
              placeholder="user_42"
              required
              value={externalId}
            />
          )}
        </Field>
        <Folds>
          <Fold title="Rate limits">
            <RatelimitEditor error={create.error} onChange={setLimits} value={limits} />
          </Fold>
          <Fold title="Metadata">
            <MetaEditor
              error={errorOf(create.error, "meta")}
              hint="Your own data about the customer. Verifications of its keys return it."
              onChange={setMeta}
              value={meta}
            />
          </Fold>
        </Folds>
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}
