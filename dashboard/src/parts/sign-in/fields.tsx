import { type ComponentProps, useState } from "react"
import { Field, UncontrolledInput } from "../../ui/field.tsx"
import { PasswordInput } from "../../ui/password-input.tsx"

/*
 * The names, ids and `autocomplete` of these fields tell password managers what to fill in and what to keep.
 * They stay the same in all versions.
 */

type InputProps = Pick<ComponentProps<typeof UncontrolledInput>, "autoFocus" | "defaultValue" | "readOnly">

export function EmailField(props: InputProps) {
  return (
    <Field id="email" label="E-mail address">
      {(control) => (
        <UncontrolledInput
          {...control}
          autoComplete="username"
          maxLength={254}
          name="email"
          required
          type="email"
          {...props}
        />
      )}
    </Field>
  )
}

export function PasswordField(props: InputProps) {
  return (
    <Field id="password" label="Password">
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="current-password"
          maxLength={512}
          name="password"
          required
          {...props}
        />
      )}
    </Field>
  )
}

const shortestPassword = 12

interface NewPasswordFieldProps extends InputProps {
  readonly label: string
  readonly error?: string | undefined
}

export function NewPasswordField({ label, error, ...props }: NewPasswordFieldProps) {
  const [length, setLength] = useState(0)
  return (
    <Field error={error} hint={<span aria-live="polite">{strengthOf(length)}</span>} id="password" label={label}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="new-password"
          maxLength={512}
          minLength={shortestPassword}
          name="password"
          onInput={(event) => setLength(event.currentTarget.value.length)}
          required
          {...props}
        />
      )}
    </Field>
  )
}

/** Only length makes a password strong. */
function strengthOf(length: number): string {
  if (length === 0) return `At least ${shortestPassword} characters.`
  if (length < shortestPassword) {
    const missing = shortestPassword - length
    return `${missing} more ${missing === 1 ? "character" : "characters"}.`
  }
  return length < 16 ? "Long enough. Longer is better." : "Strong: it is long."
}

export function NameField({
  error,
  ...props
}: Pick<InputProps, "autoFocus"> & { readonly error?: string | undefined }) {
  return (
    <Field error={error} id="name" label="Your name">
      {(control) => (
        <UncontrolledInput {...control} autoComplete="name" maxLength={128} name="name" required {...props} />
      )}
    </Field>
  )
}

/** A key is no password, so that no manager keeps it. */
export function KeyField() {
  return (
    <Field id="key" label="Root key or operator key">
      {(control) => (
        <UncontrolledInput
          {...control}
          autoComplete="off"
          autoFocus
          maxLength={512}
          name="key"
          required
          type="password"
        />
      )}
    </Field>
  )
}
