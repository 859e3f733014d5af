import type { Webhook } from "@keyward/client"
import { useState } from "react"
import { generalError } from "../../error-messages.ts"
import { MovedNotice } from "../../parts/moved-notice.tsx"
import { WhoMay } from "../../parts/people/who-may.tsx"
import { changedFields, isComplete, webhookDraft, webhookFields } from "../../parts/webhooks/webhook-draft.ts"
import { WebhookFields } from "../../parts/webhooks/webhook-fields.tsx"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { useChange } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Form, FormFooter } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"
import { useUnsaved } from "../../ui/unsaved.ts"

/** Where the webhook sends, and what, to edit. */
export function WebhookSettings({ webhook }: { readonly webhook: Webhook }) {
  const stored = webhookDraft(webhook)
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(stored)
  const changes = changedFields(base, draft)
  const isDirty = Object.keys(changes).length > 0
  useUnsaved(isDirty)
  const hasMoved = Object.keys(changedFields(base, stored)).length > 0
  const reset = () => {
    setBase(stored)
    setDraft(stored)
  }
  if (hasMoved && (!isDirty || Object.keys(changedFields(draft, stored)).length === 0)) reset()
  const can = useCan()
  const { scope } = useWebhookOwner()
  const mayChange = can("webhook.*.update_webhook") && can("event.*.read_event")
  const save = useChange(
    (client) => client.webhooks.updateWebhook({ ...scope, webhookId: webhook.webhookId, ...changes }),
    {
      showsError: true,
      done: () => ({ title: "Saved. The next event is sent with it." }),
      onDone: (saved) => {
        setBase(webhookDraft(saved))
        setDraft(webhookDraft(saved))
      },
    },
  )
  const error = generalError(save.error, webhookFields)
  return (
    <Card title={webhook.format === "slack" ? "Message to a chat" : "Signed JSON to an endpoint"}>
      <Form isReadOnly={!mayChange} isWide onSubmit={() => save.run(undefined)}>
        <WhoMay needs="webhook.*.update_webhook" />
        <MovedNotice hasMoved={hasMoved && isDirty} onReset={reset} />
        <WebhookFields draft={draft} error={save.error} isReadOnly={!mayChange} onChange={setDraft} />
        {error && <Banner tone="bad">{error}</Banner>}
        {mayChange && (
          <FormFooter>
            <Button disabled={!isDirty || !isComplete(draft)} isBusy={save.isBusy} type="submit" variant="primary">
              Save webhook
            </Button>
            {isDirty && <Button onClick={reset}>Discard</Button>}
          </FormFooter>
        )}
      </Form>
    </Card>
  )
}
