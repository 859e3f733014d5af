import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { dayMs } from "../../../../src/core/durations.ts"
import { errorOf, generalError } from "../../error-messages.ts"
import { TimeField, wholeMinute } from "../../parts/fields/time-field.tsx"
import { emptyWebhook, isComplete, type WebhookDraft, webhookFields } from "../../parts/webhooks/webhook-draft.ts"
import { WebhookFields } from "../../parts/webhooks/webhook-fields.tsx"
import { useWebhookOwner } from "../../parts/webhooks/webhook-owner.ts"
import { WebhookSecret } from "../../parts/webhooks/webhook-secret.tsx"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Field, FieldRow, Select } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Banner } from "../../ui/states.tsx"

const formats = [
  { value: "standard", label: "Your own endpoint: signed JSON" },
  { value: "slack", label: "Slack, Mattermost, Google Chat, Discord: one line of text" },
] as const

const beginnings = [
  { value: "now", label: "Now" },
  { value: "earlier", label: "At an earlier time …" },
] as const

interface NewWebhook {
  readonly webhookId: string
  readonly secret?: string
}

/** Asks where to send what, creates the webhook, shows its secret once, and opens its page. */
export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(emptyWebhook)
  const [from, setFrom] = useState<number>()
  const [created, setCreated] = useState<NewWebhook>()
  const { scope, page } = useWebhookOwner()
  const navigate = useNavigate()
  const open = ({ webhookId }: NewWebhook) => navigate({ ...page(webhookId), search: {}, ignoreBlocker: true })
  const create = useChange(
    (client, { url, types, format, description }: WebhookDraft) =>
      client.webhooks.createWebhook({
        ...{ ...scope, url: url.trim(), types, format },
        ...(description.trim() !== "" && { description: description.trim() }),
        ...(from !== undefined && { from }),
      }),
    {
      showsError: true,
      onDone: (webhook) => (webhook.secret === undefined ? open(webhook) : setCreated(webhook)),
    },
  )
  if (created?.secret !== undefined) {
    return <WebhookSecret onClose={() => open(created)} secret={created.secret} title="Webhook created" />
  }
  const error = generalError(create.error, webhookFields)
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabled={!isComplete(draft)}
            form="create-webhook"
            isBusy={create.isBusy}
            type="submit"
            variant="primary"
          >
            Create webhook
          </Button>
        </>
      }
      isOpen
      isWide
      onClose={onClose}
      title="Create webhook"
    >
      <Form id="create-webhook" isWide onSubmit={() => create.run(draft)}>
        <Field label="Send to">
          {(control) => (
            <Select
              {...control}
              onChange={(format) => setDraft({ ...draft, format })}
              options={formats}
              value={draft.format}
            />
          )}
        </Field>
        <WebhookFields draft={draft} error={create.error} onChange={setDraft} />
        <Beginning error={errorOf(create.error, "from")} from={from} onChange={setFrom} />
      </Form>
      {error && <Banner tone="bad">{error}</Banner>}
    </Dialog>
  )
}

interface BeginningProps {
  readonly from: number | undefined
  readonly onChange: (from: number | undefined) => void
  readonly error: string | undefined
}

function Beginning({ from, onChange, error }: BeginningProps) {
  return (
    <FieldRow>
      <Field
        error={error}
        hint={
          from === undefined
            ? "Only what happens from now on is sent."
            : "Every chosen event since then is sent first, the oldest first."
        }
        label="Begin"
      >
        {(control) => (
          <Select
            {...control}
            onChange={(choice) => onChange(choice === "now" ? undefined : wholeMinute(Date.now() - dayMs))}
            options={beginnings}
            value={from === undefined ? "now" : "earlier"}
          />
        )}
      </Field>
      {from !== undefined && <TimeField onChange={onChange} value={from} />}
    </FieldRow>
  )
}
