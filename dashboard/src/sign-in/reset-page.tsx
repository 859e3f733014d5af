import { useState } from "react"
import { clientFor } from "../client.ts"
import { errorOf } from "../error-messages.ts"
import { NewPasswordField } from "../parts/sign-in/fields.tsx"
import { type ReadField, UncontrolledForm } from "../parts/sign-in/uncontrolled-form.tsx"
import { useAttempt } from "../parts/sign-in/use-attempt.ts"
import { UncontrolledCheckbox } from "../ui/field.tsx"
import { goHome } from "./leave.ts"
import { incompleteLink, LinkProblem } from "./link-problem.tsx"
import type { SignInPageProps } from "./page-props.ts"

/** `/reset`: sets a new password, with a link that an operator made. */
export function ResetPage({ token }: SignInPageProps) {
  const attempt = useAttempt()
  const [problem, setProblem] = useState(token === "" ? incompleteLink : undefined)
  if (problem !== undefined) {
    return (
      <LinkProblem problem={problem}>
        A reset link works once, for 72 hours. Ask an operator for a new one. If you know your password,{" "}
        <a href="/sign-in">sign in</a>.
      </LinkProblem>
    )
  }
  const setPassword = async (read: ReadField) => {
    const input = { token, password: read("password"), keepCredentials: read("keepCredentials") === "on" }
    // biome-ignore lint/correctness/useHookAtTopLevel: This is an operation of the API, not a hook.
    const { error } = await clientFor("operator").resets.useReset(input, { retries: 0 })
    if (error === undefined) return goHome()
    if (error.code !== "authentication/sign_in_failed") throw error
    setProblem("This reset link is unknown, was used or has expired.")
  }
  return (
    <>
      <p>A new password ends all your sessions.</p>
      <UncontrolledForm attempt={attempt} button="Set password" fields={["password"]} name="reset" onSend={setPassword}>
        <NewPasswordField autoFocus error={errorOf(attempt.error, "password")} label="New password" />
        <UncontrolledCheckbox
          hint="Leave this empty if another person may have used your account."
          label="Keep my passkeys and single sign-on"
          name="keepCredentials"
        />
      </UncontrolledForm>
    </>
  )
}
