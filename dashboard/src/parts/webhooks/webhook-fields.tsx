import type { Webhook } from "@keyward/client"
import { errorOf, errorWithin } from "../../error-messages.ts"
import { Field, TextInput } from "../../ui/field.tsx"
import { TypePicker } from "./type-picker.tsx"
import type { WebhookDraft } from "./webhook-draft.ts"

interface WebhookFieldsProps {
  readonly draft: WebhookDraft
  readonly onChange: (draft: WebhookDraft) => void
  readonly error: unknown
  readonly isReadOnly?: boolean
}

/** Where a webhook sends, and what. */
export function WebhookFields({ draft, onChange, error, isReadOnly = false }: WebhookFieldsProps) {
  return (
    <>
      <Field
        error={errorOf(error, "url")}
        hint={isReadOnly ? "The rest of the URL may be a secret, so only its origin is shown." : urlHints[draft.format]}
        label="URL"
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            isMono
            onChange={(url) => onChange({ ...draft, url })}
            placeholder={placeholders[draft.format]}
            value={draft.url}
          />
        )}
      </Field>
      <TypePicker
        error={errorWithin(error, "types")}
        isReadOnly={isReadOnly}
        onChange={(types) => onChange({ ...draft, types })}
        value={draft.types}
      />
      <Field error={errorOf(error, "description")} isOptional label="Description">
        {(control) => (
          <TextInput
            {...control}
            maxLength={256}
            onChange={(description) => onChange({ ...draft, description })}
            placeholder="What receives the events, such as “Billing”"
            value={draft.description}
          />
        )}
      </Field>
    </>
  )
}

const placeholders: Readonly<Record<Webhook["format"], string>> = {
  standard: "https://hooks.example/keyward",
  slack: "https://hooks.slack.com/services/…",
}

const urlHints: Readonly<Record<Webhook["format"], string>> = {
  standard: "A public https address of yours. It must answer 2xx within 15 seconds.",
  slack:
    "Slack: create an app with “Incoming Webhooks”. Mattermost and Google Chat: “Incoming webhook” of a channel. Discord: the URL of a channel's webhook, with /slack at its end.",
}
