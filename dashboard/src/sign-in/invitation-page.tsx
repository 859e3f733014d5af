import { type InvitationsAcceptInvitationInput, type InvitationsGetInvitationOutput, unwrap } from "@keyward/client"
import { useState } from "react"
import { clientFor } from "../client.ts"
import { errorOf } from "../error-messages.ts"
import { EmailField, NameField } from "../parts/sign-in/fields.tsx"
import { SignInForm } from "../parts/sign-in/sign-in-form.tsx"
import { type ReadField, UncontrolledForm } from "../parts/sign-in/uncontrolled-form.tsx"
import { useAttempt } from "../parts/sign-in/use-attempt.ts"
import { Button } from "../ui/button.tsx"
import { visibleText } from "../ui/format.ts"
import { goToWorkspace } from "./leave.ts"
import { incompleteLink, LinkProblem } from "./link-problem.tsx"
import { Load } from "./load.tsx"
import { keepsPasskeys, NewSecretField, useNewSecret } from "./new-secret.tsx"
import type { SignInPageProps } from "./page-props.ts"
import { useLoad } from "./use-load.ts"

/** `/invitation`: makes a person a member of a workspace, with a new account or with the one that the person has. */
export function InvitationPage(props: SignInPageProps) {
  const invitation = useLoad(() => readInvitation(props))
  return (
    <Load from={invitation}>
      {(found) =>
        typeof found === "string" ? (
          <LinkProblem problem={found}>
            Ask an owner of the workspace for a new invitation. If you have joined already,{" "}
            <a href="/sign-in">sign in</a>.
          </LinkProblem>
        ) : (
          <Invitation {...props} {...found} />
        )
      }
    </Load>
  )
}

interface Invited extends InvitationsGetInvitationOutput {
  /** Whether the invited person has signed in with this browser. */
  readonly isSignedIn: boolean
  /** Whether this device keeps passkeys itself. */
  readonly isOnDevice: boolean
}

/** The invitation, or why the link does not work. */
async function readInvitation({ token, methods }: SignInPageProps): Promise<Invited | string> {
  if (token === "") return incompleteLink
  const { invitations, sessions } = clientFor("operator")
  const { data, error } = await invitations.getInvitation({ token })
  if (error?.code === "data/invitation_not_found")
    return "This invitation is unknown, was used, revoked or has expired."
  if (error) throw error
  const { user } = await unwrap(sessions.getSession({}))
  return { ...data, isSignedIn: user?.email === data.email, isOnDevice: await keepsPasskeys(methods) }
}

function Invitation({ token, methods, ...invited }: SignInPageProps & Invited) {
  const { workspaceName, role, email, isSignedIn, isOnDevice } = invited
  const [hasAccount, setHasAccount] = useState(false)
  const accept = async (account: Partial<InvitationsAcceptInvitationInput> = {}) => {
    return unwrap(clientFor("operator").invitations.acceptInvitation({ token, ...account }, { retries: 0 }))
  }
  const join = async () => goToWorkspace(await accept())
  const passkeyOptionsFor = async (name: string) => {
    return (await unwrap(clientFor("operator").invitations.getInvitation({ token, name }))).passkeyOptions
  }
  return (
    <>
      <p data-invitation>
        You are invited to the workspace <strong>{visibleText(workspaceName)}</strong> as {role}, with the address{" "}
        {visibleText(email)}.
      </p>
      {isSignedIn && <JoinForm onJoin={join} />}
      {!isSignedIn && hasAccount && <JoinWithAccount email={email} methods={methods} onJoin={join} />}
      {!isSignedIn && !hasAccount && (
        <NewAccountForm
          email={email}
          isOnDevice={isOnDevice}
          methods={methods}
          onSend={async (account) => goToWorkspace(await accept(account))}
          passkeyOptionsFor={passkeyOptionsFor}
        />
      )}
      {!isSignedIn && (
        <Button onClick={() => setHasAccount(!hasAccount)} variant="quiet">
          {hasAccount ? "Create a new account" : "Use an existing account"}
        </Button>
      )}
    </>
  )
}

function JoinForm({ onJoin }: { readonly onJoin: () => Promise<void> }) {
  return <UncontrolledForm attempt={useAttempt()} button="Join" name="join-now" onSend={onJoin} />
}

interface NewAccountProps extends Pick<SignInPageProps, "methods"> {
  readonly email: string
  readonly isOnDevice: boolean
  readonly passkeyOptionsFor: (name: string) => Promise<InvitationsGetInvitationOutput["passkeyOptions"]>
  readonly onSend: (account: Partial<InvitationsAcceptInvitationInput>) => Promise<void>
}

function NewAccountForm({ email, onSend, passkeyOptionsFor, ...options }: NewAccountProps) {
  const attempt = useAttempt()
  const secret = useNewSecret(options)
  const send = async (read: ReadField) => {
    const name = read("name")
    await onSend({ name, ...(await secret.make(read, () => passkeyOptionsFor(name))) })
  }
  return (
    <UncontrolledForm
      attempt={attempt}
      button={secret.usesPasskey ? "Join with a passkey" : "Create account and join"}
      fields={["name", "password"]}
      name="join"
      onSend={send}
      otherAction={secret.otherAction}
    >
      <EmailField defaultValue={email} readOnly />
      <NameField autoFocus error={errorOf(attempt.error, "name")} />
      <NewSecretField
        error={errorOf(attempt.error, "password")}
        helper="an operator"
        label="Choose a password"
        usesPasskey={secret.usesPasskey}
      />
    </UncontrolledForm>
  )
}

interface JoinWithAccountProps extends Pick<SignInPageProps, "methods"> {
  readonly email: string
  readonly onJoin: () => Promise<void>
}

/** The provider would lead back to an address without the token, so it is not offered here. */
function JoinWithAccount({ email, methods: { passkey }, onJoin }: JoinWithAccountProps) {
  const joinAsInvited = async () => {
    const { user } = await unwrap(clientFor("operator").sessions.getSession({}))
    if (user?.email === email) return onJoin()
    throw new Error(`You have signed in as ${user?.email ?? "a key"}, but the invitation is for ${email}.`)
  }
  return (
    <SignInForm
      button="Sign in and join"
      email={email}
      isByKey={false}
      isEmailFixed
      methods={{ passkey }}
      next=""
      onDone={joinAsInvited}
    />
  )
}
