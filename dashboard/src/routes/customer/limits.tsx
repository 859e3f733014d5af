import type { Identity } from "@keyward/client"
import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { type LimitDraft, limitDrafts, limitInputs, RatelimitEditor } from "../../parts/keys/ratelimit-editor.tsx"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"
import { OwnLimits } from "./own-limits.tsx"

/** The limits that all keys of the customer share. */
export function CustomerLimits({ customer }: { readonly customer: Identity }) {
  const stored = textOf(limitDrafts(customer.ratelimits))
  const [base, setBase] = useState(stored)
  const [drafts, setDrafts] = useState(() => limitDrafts(customer.ratelimits))
  const isDirty = textOf(drafts) !== base
  useUnsaved(isDirty)
  const reset = () => {
    setBase(stored)
    setDrafts(limitDrafts(customer.ratelimits))
  }
  if (stored !== base && (!isDirty || stored === textOf(drafts))) reset()
  const mayChange = useCan()(`identity.${customer.id}.update_identity`)
  const save = useChange(
    (client) => client.identities.updateIdentity({ identity: customer.id, ratelimits: [...limitInputs(drafts)] }),
    {
      showsError: true,
      done: () => ({ title: "Saved. Every verification counts against these limits now." }),
      onDone: () => setBase(textOf(drafts)),
    },
  )
  const names = drafts.flatMap((_, index) =>
    ["name", "limit", "duration"].map((field) => `ratelimits[${index}].${field}`),
  )
  const error = generalError(save.error, names)
  return (
    <>
      <Card title="Limits shared by all its keys">
        <Form isReadOnly={!mayChange} isWide onSubmit={() => save.run(undefined)}>
          <WhoMay needs={`identity.${customer.id}.update_identity`} />
          <MovedNotice hasMoved={isDirty && stored !== base} onReset={reset} />
          <p>
            All keys of this customer count against the same limits, together. A key that has a limit of the same name
            uses its own instead.
          </p>
          <RatelimitEditor error={save.error} isReadOnly={!mayChange} onChange={setDrafts} value={drafts} />
          {error && <Banner tone="bad">{error}</Banner>}
          {mayChange && (
            <FormFooter>
              <Button disabled={!isDirty} isBusy={save.isBusy} type="submit" variant="primary">
                Save limits
              </Button>
              {isDirty && <Button onClick={reset}>Discard</Button>}
            </FormFooter>
          )}
        </Form>
      </Card>
      {drafts.map(({ draftId, name }) => (
        <OwnLimits identityId={customer.id} key={draftId} name={name.trim()} />
      ))}
    </>
  )
}

function textOf(drafts: readonly LimitDraft[]): string {
  return JSON.stringify(limitInputs(drafts))
}
