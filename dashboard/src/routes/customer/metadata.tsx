import type { Identity, Meta } from "@keyward/client"
import { errorOf, generalError } from "../../error-messages.ts"
import { MetaEditor, metaIn, metaText } from "../../parts/fields/meta-editor.tsx"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useDraft } from "../../ui/use-draft.ts"

export function CustomerMetadata({ customer }: { readonly customer: Identity }) {
  const { draft, set, isDirty, hasMoved, reset } = useDraft({ meta: metaText(customer.meta) })
  const read = metaIn(draft.meta)
  const mayChange = useCan()(`identity.${customer.id}.update_identity`)
  const save = useChange((client, meta: Meta) => client.identities.updateIdentity({ identity: customer.id, meta }), {
    showsError: true,
    done: () => ({ title: "Saved." }),
    onDone: reset,
  })
  const error = generalError(save.error, ["meta"])
  return (
    <Card title="Settings">
      <Form
        isReadOnly={!mayChange}
        onSubmit={() => {
          if (read.error === undefined) save.run(read.meta)
        }}
      >
        <WhoMay needs={`identity.${customer.id}.update_identity`} />
        <MovedNotice hasMoved={hasMoved} onReset={reset} />
        <MetaEditor
          error={errorOf(save.error, "meta")}
          hint="Your own data about the customer, as JSON. Verifications of its keys return it."
          onChange={set("meta")}
          value={draft.meta}
        />
        {error && <Banner tone="bad">{error}</Banner>}
        {mayChange && (
          <FormFooter>
            <Button
              disabled={!isDirty || read.error !== undefined}
              isBusy={save.isBusy}
              type="submit"
              variant="primary"
            >
              Save metadata
            </Button>
            {isDirty && <Button onClick={reset}>Discard</Button>}
          </FormFooter>
        )}
      </Form>
    </Card>
  )
}
