import { type FormEvent, useState } from "react"
import { passwordLength } from "../../../../src/contract/bounds.ts"
import { errorOf, generalError } from "../../error-messages.ts"
import { useChange } from "../../queries.ts"
import { Button } from "../../ui/button.tsx"
import { Field } from "../../ui/field.tsx"
import { counted } from "../../ui/format.ts"
import { PasswordInput } from "../../ui/password-input.tsx"
import { Banner } from "../../ui/states.tsx"
import css from "./account.module.css"

const shortest = passwordLength.minimum

interface PasswordFormProps {
  readonly email: string
  readonly hasPassword: boolean
}

/** The address is in the form, so that managers of passwords know whose password it is. */
export function PasswordForm({ email, hasPassword }: PasswordFormProps) {
  const [password, setPassword] = useState("")
  const change = useChange((client, newPassword: string) => client.account.changePassword({ newPassword }), {
    showsError: true,
    done: ({ endedSessions }) => ({
      title: "You have a new password.",
      description:
        endedSessions === 0 ? "No other session was open." : `${counted(endedSessions, "other session")} ended.`,
    }),
    onDone: () => setPassword(""),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.run(password)
  }
  const problem = generalError(change.error, ["newPassword"])
  return (
    <form className={css.form} onSubmit={submit}>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <input autoComplete="username" hidden readOnly value={email} />
      {!hasPassword && <p>You have no password. Set one to sign in with your e-mail address as well.</p>}
      <Field error={errorOf(change.error, "newPassword")} hint={strengthOf(password)} label="New password">
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            minLength={shortest}
            onChange={(event) => setPassword(event.target.value)}
            required
            value={password}
          />
        )}
      </Field>
      <Button disabled={password.length < shortest} isBusy={change.isBusy} type="submit" variant="primary">
        {hasPassword ? "Change password" : "Set password"}
      </Button>
    </form>
  )
}

function strengthOf(password: string): string {
  if (password === "") return `At least ${shortest} characters. Your other sessions end.`
  if (password.length < shortest) return `${counted(shortest - password.length, "character")} more.`
  return password.length < 16 ? "Long enough. Longer is better." : "Strong: it is long."
}
