import { errorOf } from "../../error-messages.ts"
import { ExpiryField } from "../../parts/fields/expiry-field.tsx"
import { GrantPicker } from "../../parts/permissions/grant-picker.tsx"
import { Field, TextInput } from "../../ui/field.tsx"
import css from "./root-keys.module.css"

export interface RootKeyDraft {
  readonly name: string
  readonly permissions: readonly string[]
  readonly expires: number | undefined
}

interface RootKeyFieldsProps {
  readonly draft: RootKeyDraft
  readonly onChange: (draft: RootKeyDraft) => void
  readonly error: unknown
}

export function RootKeyFields({ draft, onChange, error }: RootKeyFieldsProps) {
  return (
    <div className={css.form}>
      <Field error={errorOf(error, "name")} hint="The program that uses it, such as “Payments service”." label="Name">
        {(control) => (
          <TextInput {...control} autoFocus onChange={(name) => onChange({ ...draft, name })} value={draft.name} />
        )}
      </Field>
      <div>
        <div className={css.legend}>Permissions</div>
        <GrantPicker onChange={(permissions) => onChange({ ...draft, permissions })} value={draft.permissions} />
      </div>
      <ExpiryField
        error={errorOf(error, "expires")}
        onChange={(expires) => onChange({ ...draft, expires })}
        value={draft.expires}
      />
    </div>
  )
}
