import type { Portal } from "@keyward/client"
import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Switch } from "../../ui/field.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Columns, Stack } from "../../ui/page.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"
import { AddressFields } from "./address-fields.tsx"
import { LookFields } from "./look-fields.tsx"
import { changesBetween, draftOf, type PortalDraft } from "./portal-draft.ts"
import { PortalPreview } from "./portal-preview.tsx"
import { RuleFields } from "./rule-fields.tsx"
import { TextFields } from "./text-fields.tsx"

/** Fields that show their own errors. */
const fields = [
  ...["apis", "actions", "permissions", "maxKeys", "expiry", "name", "accent", "logo", "logoDark", "docsUrl"],
  ...["supportUrl", "returnOrigins", "frameAncestors", "texts"],
]

/** All settings in one form, beside what customers see of them. */
export function PortalForm({ portal }: { readonly portal: Portal }) {
  const { draft, setDraft, changes, isDirty, hasMoved, reset, follow } = usePortalDraft(portal)
  const mayChange = useCan()("portal.*.update_portal")
  const save = useChange((client) => client.portal.updatePortal(changes), {
    showsError: true,
    done: () => ({ title: "Saved. Every open page of the portal follows at its next call." }),
    onDone: follow,
  })
  const props = {
    draft,
    error: save.error,
    onChange: (changed: Partial<PortalDraft>) => setDraft({ ...draft, ...changed }),
  }
  const problem = generalError(save.error, fields)
  return (
    <Columns even>
      <Form isReadOnly={!mayChange} isWide onSubmit={() => save.run(undefined)}>
        <Stack>
          <WhoMay needs="portal.*.update_portal" />
          <MovedNotice hasMoved={hasMoved} onReset={reset} />
          <Card>
            <Switch
              checked={draft.enabled}
              hint="Your backend gets a link for one customer with portal.createSession. Off: no link and no open page works."
              label="Customers can open the portal"
              onChange={(enabled) => props.onChange({ enabled })}
            />
          </Card>
          <Card title="What customers may do">
            <RuleFields {...props} />
          </Card>
          <Card title="Name and logo">
            <LookFields {...props} />
          </Card>
          <Card title="Where it leads, and where it may be embedded">
            <AddressFields {...props} />
          </Card>
          <Card title="Texts">
            <TextFields {...props} />
          </Card>
          {problem && <Banner tone="bad">{problem}</Banner>}
          {mayChange && (
            <FormFooter>
              <Button disabled={!isDirty} isBusy={save.isBusy} type="submit" variant="primary">
                Save portal
              </Button>
              {isDirty && <Button onClick={reset}>Discard</Button>}
            </FormFooter>
          )}
        </Stack>
      </Form>
      <PortalPreview draft={draft} />
    </Columns>
  )
}

/** An untouched form follows the portal; a touched one keeps what was typed, and says that the portal has changed. */
function usePortalDraft(portal: Portal) {
  const stored = draftOf(portal)
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(stored)
  const changes = changesBetween(base, draft)
  const isDirty = Object.keys(changes).length > 0
  useUnsaved(isDirty)
  const hasMoved = Object.keys(changesBetween(base, stored)).length > 0
  const begin = (next: PortalDraft) => {
    setBase(next)
    setDraft(next)
  }
  const reset = () => begin(stored)
  if (hasMoved && (!isDirty || Object.keys(changesBetween(draft, stored)).length === 0)) reset()
  const follow = (saved: Portal) => begin(draftOf(saved))
  return { draft, setDraft, changes, isDirty, hasMoved: hasMoved && isDirty, reset, follow }
}
