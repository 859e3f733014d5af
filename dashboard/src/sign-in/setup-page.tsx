import { type SetupGetStateOutput, unwrap } from "@keyward/client"
import { useState } from "react"
import { clientFor, keywardError } from "../client.ts"
import { errorOf } from "../error-messages.ts"
import { EmailField, NameField } from "../parts/sign-in/fields.tsx"
import { type ReadField, UncontrolledForm } from "../parts/sign-in/uncontrolled-form.tsx"
import { useAttempt } from "../parts/sign-in/use-attempt.ts"
import { Field, Select, UncontrolledInput } from "../ui/field.tsx"
import { visibleText } from "../ui/format.ts"
import { goHome } from "./leave.ts"
import { incompleteLink, LinkProblem } from "./link-problem.tsx"
import { Load } from "./load.tsx"
import { keepsPasskeys, NewSecretField, useNewSecret } from "./new-secret.tsx"
import type { SignInPageProps } from "./page-props.ts"
import { useLoad } from "./use-load.ts"

/** `/setup`: creates the first user, with the link of `keyward setup-link`. */
export function SetupPage(props: SignInPageProps) {
  const state = useLoad(() => readState(props))
  return (
    <Load from={state}>
      {(found) => (typeof found === "string" ? <NewLink problem={found} /> : <SetupForm {...props} {...found} />)}
    </Load>
  )
}

interface SetupState extends SetupGetStateOutput {
  /** Whether this device keeps passkeys itself. */
  readonly isOnDevice: boolean
}

/** The state, or why the link does not work. */
async function readState({ token, methods }: SignInPageProps): Promise<SetupState | string> {
  if (token === "") return incompleteLink
  const { data, error } = await clientFor("operator").setup.getState({ token })
  if (data !== undefined) return { ...data, isOnDevice: await keepsPasskeys(methods) }
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

function SetupForm({ token, methods, workspaces, isOnDevice }: SignInPageProps & SetupState) {
  const attempt = useAttempt()
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.workspaceId ?? newWorkspace)
  const secret = useNewSecret({ methods, isOnDevice })
  const isNew = workspaceId === newWorkspace
  const create = async (read: ReadField) => {
    const person = { token, email: read("email"), name: read("name") }
    const made = await secret.make(read, async () => {
      return (await unwrap(clientFor("operator").setup.getState(person))).passkeyOptions
    })
    const workspace = isNew ? { workspaceName: read("workspaceName") } : { workspaceId }
    await unwrap(clientFor("operator").setup.createFirstUser({ ...person, ...made, ...workspace }, { retries: 0 }))
    goHome()
  }
  return (
    <>
      <p>Create the first account. This person operates the installation and owns a workspace.</p>
      <UncontrolledForm
        attempt={attempt}
        button={secret.usesPasskey ? "Create account with a passkey" : "Create account"}
        fields={["name", "password", "workspaceName"]}
        name="setup"
        onSend={create}
        otherAction={secret.otherAction}
      >
        <EmailField autoFocus />
        <NameField error={errorOf(attempt.error, "name")} />
        <WorkspaceField onChange={setWorkspaceId} value={workspaceId} workspaces={workspaces} />
        {isNew && <NewWorkspaceField error={errorOf(attempt.error, "workspaceName")} />}
        <NewSecretField
          error={errorOf(attempt.error, "password")}
          helper="the operator key"
          label="Password"
          usesPasskey={secret.usesPasskey}
        />
      </UncontrolledForm>
    </>
  )
}

interface WorkspaceFieldProps extends Pick<SetupGetStateOutput, "workspaces"> {
  readonly value: string
  readonly onChange: (workspaceId: string) => void
}

function WorkspaceField({ workspaces, value, onChange }: WorkspaceFieldProps) {
  return (
    <Field label="Workspace">
      {(control) => (
        <Select
          {...control}
          onChange={onChange}
          options={[
            ...workspaces.map((one) => ({ value: one.workspaceId, label: visibleText(one.name) })),
            { value: newWorkspace, label: "A new workspace" },
          ]}
          value={value}
        />
      )}
    </Field>
  )
}

function NewWorkspaceField({ error }: { readonly error: string | undefined }) {
  return (
    <Field error={error} label="Name of the new workspace">
      {(control) => (
        <UncontrolledInput {...control} autoComplete="organization" maxLength={256} name="workspaceName" required />
      )}
    </Field>
  )
}
