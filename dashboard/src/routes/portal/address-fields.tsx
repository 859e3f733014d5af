import { errorOf, errorWithin } from "../../error-messages.ts"
import { Field, FieldRow, TextArea, TextInput } from "../../ui/field.tsx"
import type { DraftProps } from "./draft-props.ts"
import css from "./portal.module.css"

/** Addresses that the page links to, and origins that it trusts. */
export function AddressFields({ draft, onChange, error }: DraftProps) {
  return (
    <div className={css.stack}>
      <FieldRow>
        <Field error={errorOf(error, "docsUrl")} isOptional label="Documentation">
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              onChange={(docsUrl) => onChange({ docsUrl })}
              placeholder="https://docs.example.com"
              value={draft.docsUrl}
            />
          )}
        </Field>
        <Field error={errorOf(error, "supportUrl")} isOptional label="Support">
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              onChange={(supportUrl) => onChange({ supportUrl })}
              placeholder="https://example.com/support"
              value={draft.supportUrl}
            />
          )}
        </Field>
      </FieldRow>
      <Field
        error={errorWithin(error, "returnOrigins")}
        hint="A link can lead back only to these origins, one per line."
        label="Back to your application"
      >
        {(control) => (
          <TextArea
            {...control}
            onChange={(returnOrigins) => onChange({ returnOrigins })}
            placeholder="https://app.example.com"
            rows={2}
            value={draft.returnOrigins}
          />
        )}
      </Field>
      <Field
        error={errorWithin(error, "frameAncestors")}
        hint="Pages of these origins may show the portal in a frame. That needs KEYWARD_PORTAL_URL with an origin of its own."
        label="Embedded in"
      >
        {(control) => (
          <TextArea
            {...control}
            onChange={(frameAncestors) => onChange({ frameAncestors })}
            placeholder="https://app.example.com"
            rows={2}
            value={draft.frameAncestors}
          />
        )}
      </Field>
    </div>
  )
}
