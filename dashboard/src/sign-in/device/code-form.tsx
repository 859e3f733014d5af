import type { DeviceLogin } from "@keyward/client"
import { clientFor } from "../../client.ts"
import { errorOf } from "../../error-messages.ts"
import { type ReadField, UncontrolledForm } from "../../parts/sign-in/uncontrolled-form.tsx"
import { useAttempt } from "../../parts/sign-in/use-attempt.ts"
import { Field, UncontrolledInput } from "../../ui/field.tsx"
import { unknownCode } from "./unknown-code.ts"

/** Asks for the code that the terminal shows. */
export function CodeForm({ onFound }: { readonly onFound: (login: DeviceLogin, code: string) => void }) {
  const attempt = useAttempt()
  const find = async (read: ReadField) => {
    const userCode = read("userCode")
    const { data, error } = await clientFor("operator").deviceLogins.getLogin({ userCode }, { retries: 0 })
    if (error) throw unknownCode(error)
    onFound(data, userCode.toUpperCase())
  }
  return (
    <UncontrolledForm attempt={attempt} button="Continue" fields={["userCode"]} name="code" onSend={find}>
      <Field
        error={errorOf(attempt.error, "userCode")}
        hint={
          <>
            Type the code that <code>keyward login --web</code> shows in your terminal.
          </>
        }
        label="Code"
      >
        {(control) => (
          <UncontrolledInput
            {...control}
            autoCapitalize="characters"
            autoComplete="off"
            autoFocus
            className="code"
            maxLength={32}
            name="userCode"
            placeholder="BCDF-GHJK"
            required
          />
        )}
      </Field>
    </UncontrolledForm>
  )
}
