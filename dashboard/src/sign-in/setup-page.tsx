import { type SetupGetStateOutput, unwrap } from "@keyward/client"
import { useState } from "react"
import { clientFor, keywardError } from "../client.ts"
import { errorOf } from "../error-messages.ts"
import { EmailField, NameField, NewPasswordField } from "../parts/sign-in/fields.tsx"
import { type ReadField, UncontrolledForm } from "../parts/sign-in/uncontrolled-form.tsx"
import { useAttempt } from "../parts/sign-in/use-attempt.ts"
import { Field, Select, UncontrolledInput } from "../ui/field.tsx"
import { visibleText } from "../ui/format.ts"
import { goHome } from "./leave.ts"
import { incompleteLink, LinkProblem } from "./link-problem.tsx"
import { Load } from "./load.tsx"
import type { SignInPageProps } from "./page-props.ts"
import { addChosenPasskey, PasskeyChoice } from "./passkey-choice.tsx"
import { useLoad } from "./use-load.ts"

/** `/setup`: creates the first user, with the link of `keyward setup-link`. */
export function SetupPage(props: SignInPageProps) {
  const state = useLoad(() => readState(props.token))
  return (
    <Load from={state}>
      {(found) => (typeof found === "string" ? <NewLink problem={found} /> : <SetupForm {...props} {...found} />)}
    </Load>
  )
}

/** The state, or why the link does not work. */
async function readState(token: string): Promise<SetupGetStateOutput | string> {
  if (token === "") return incompleteLink
  const { data, error } = await clientFor("operator").setup.getState({ token })
  if (data !== undefined) return data
  if (keywardError(error)?.code === "authentication/sign_in_failed") return unknownLink
  throw error
}

const unknownLink = "This setup link is unknown, was used or has expired."

function NewLink({ problem }: { readonly problem: string }) {
  return (
    <LinkProblem problem={problem}>
      A setup link works once, for 24 hours, while there is no user. To get a new one, run{" "}
      <code>keyward setup-link</code> on the server. If there is a user already, <a href="/sign-in">sign in</a>.
    </LinkProblem>
  )
}

const newWorkspace = ""

function SetupForm({ token, methods, workspaces }: SignInPageProps & SetupGetStateOutput) {
  const attempt = useAttempt()
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.workspaceId ?? newWorkspace)
  const isNew = workspaceId === newWorkspace
  const create = async (read: ReadField) => {
    const person = { token, email: read("email"), name: read("name"), password: read("password") }
    const workspace = isNew ? { workspaceName: read("workspaceName") } : { workspaceId }
    await unwrap(clientFor("operator").setup.createFirstUser({ ...person, ...workspace }, { retries: 0 }))
    await addChosenPasskey(read("passkey"))
    goHome()
  }
  return (
    <>
      <p>Create the first account. This person operates the installation and owns a workspace.</p>
      <UncontrolledForm
        attempt={attempt}
        button="Create account"
        fields={["name", "password", "workspaceName"]}
        name="setup"
        onSend={create}
      >
        <EmailField autoFocus />
        <NameField error={errorOf(attempt.error, "name")} />
        <NewPasswordField error={errorOf(attempt.error, "password")} label="Password" />
        <Field label="Workspace">
          {(control) => (
            <Select
              {...control}
              onChange={setWorkspaceId}
              options={[
                ...workspaces.map((one) => ({ value: one.workspaceId, label: visibleText(one.name) })),
                { value: newWorkspace, label: "A new workspace" },
              ]}
              value={workspaceId}
            />
          )}
        </Field>
        {isNew && (
          <Field error={errorOf(attempt.error, "workspaceName")} label="Name of the new workspace">
            {(control) => (
              <UncontrolledInput
                {...control}
                autoComplete="organization"
                maxLength={256}
                name="workspaceName"
                required
              />
            )}
          </Field>
        )}
        <PasskeyChoice methods={methods} />
      </UncontrolledForm>
    </>
  )
}
