import type { SessionsSignInInput } from "@keyward/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState, useSyncExternalStore } from "react"
import { ask, clientFor } from "../client.ts"
import { messageOf } from "../error-messages.ts"
import { askForPasskey, supportsPasskeys } from "../passkeys.ts"
import { sessionQuery, useSession } from "../session.ts"
import { signInRequests } from "../sign-in-request.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Field, TextInput } from "../ui/field.tsx"
import { visibleText } from "../ui/format.ts"
import { Banner } from "../ui/states.tsx"

/** People sign in again here, above the page, and keep what they have typed. */
export function SignInDialog() {
  const request = useSyncExternalStore(signInRequests.subscribe, signInRequests.read)
  const session = useSession()
  if (request === undefined) return null
  const isByKey = session !== undefined && session.user === undefined
  return (
    <Dialog
      isOpen
      onClose={request.cancel}
      title={request.reason === "expired" ? "Sign in again" : "Confirm that it is you"}
    >
      <p>
        {request.reason === "expired"
          ? "Your session has ended. Nothing on this page is lost."
          : "This creates lasting access, so it needs a sign-in within the last ten minutes."}
      </p>
      <SignInForm email={session?.user?.email ?? ""} isByKey={isByKey} onDone={request.done} />
    </Dialog>
  )
}

interface SignInFormProps {
  readonly email: string
  readonly isByKey: boolean
  readonly onDone: () => void
}

function SignInForm({ email: knownEmail, isByKey, onDone }: SignInFormProps) {
  const queries = useQueryClient()
  const [email, setEmail] = useState(knownEmail)
  const [secret, setSecret] = useState("")
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const signIn = async (input: () => Promise<SessionsSignInInput>) => {
    setBusy(true)
    try {
      const credentials = await input()
      await ask(() => clientFor("operator").sessions.signIn(credentials))
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onDone()
    } catch (failure) {
      setError(messageOf(failure))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn(async () => (isByKey ? { key: secret } : { email, password: secret }))
  }
  return (
    <form onSubmit={submit} style={{ display: "grid", gap: 14 }}>
      {error && <Banner tone="bad">{error}</Banner>}
      {!isByKey && (
        <Field label="E-mail address">
          {(control) => (
            <TextInput {...control} autoComplete="username" onChange={setEmail} required type="email" value={email} />
          )}
        </Field>
      )}
      <Field label={isByKey ? "Root key or operator key" : "Password"}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete={isByKey ? "off" : "current-password"}
            autoFocus
            onChange={setSecret}
            required
            type="password"
            value={secret}
          />
        )}
      </Field>
      <Button isBusy={isBusy} type="submit" variant="primary">
        Sign in
      </Button>
      {!isByKey && supportsPasskeys && (
        <Button disabled={isBusy} onClick={() => signIn(readPasskey)}>
          Use a passkey
        </Button>
      )}
      {!isByKey && <ProviderLink />}
    </form>
  )
}

/** The provider has a page of its own, so that this one is loaded again afterwards. */
function ProviderLink() {
  const { data: methods } = useQuery({
    queryKey: ["sign-in-methods"],
    queryFn: () => ask(() => clientFor("operator").sessions.getSignInMethods({})),
  })
  if (methods?.oidc === undefined) return null
  const next = encodeURIComponent(location.pathname + location.search)
  return (
    <a href={`/oidc/start?next=${next}`}>Continue with {visibleText(methods.oidc.host)} (this page is loaded again)</a>
  )
}

async function readPasskey(): Promise<SessionsSignInInput> {
  return { passkey: await askForPasskey(await ask(() => clientFor("operator").sessions.getPasskeyChallenge({}))) }
}
