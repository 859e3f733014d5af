import { unwrap } from "@keyward/client"
import { useState } from "react"
import { clientFor } from "../client.ts"
import { AttemptError } from "../parts/sign-in/attempt-error.tsx"
import { SignInForm } from "../parts/sign-in/sign-in-form.tsx"
import { Button } from "../ui/button.tsx"
import { Banner } from "../ui/states.tsx"
import { goOn, next } from "./leave.ts"
import type { SignInPageProps } from "./page-props.ts"
import { useLoad } from "./use-load.ts"

/** `/sign-in`. The form is there at once, because most visitors have no session and an installation has users. */
export function SignInPage({ methods }: SignInPageProps) {
  const session = useLoad(readSession)
  const [isByKey, setByKey] = useState(false)
  const needsSetup = session.state === "loaded" && session.data.needsSetup
  const usesKey = isByKey || needsSetup
  return (
    <>
      {needsSetup && <SetupFirst />}
      {session.state === "failed" && <AttemptError attempt={session} />}
      <SignInForm
        button={usesKey ? "Sign in with the key" : "Sign in"}
        isByKey={usesKey}
        key={String(usesKey)}
        methods={methods}
        next={next}
        onDone={goOn}
      />
      {!needsSetup && (
        <Button onClick={() => setByKey(!isByKey)} variant="quiet">
          {isByKey ? "Use an account instead" : "Use a key instead"}
        </Button>
      )}
      {!needsSetup && !isByKey && (
        <p className="note">Cannot sign in? An operator can send you a link to set a new password.</p>
      )}
    </>
  )
}

async function readSession() {
  const session = await unwrap(clientFor("operator").sessions.getSession({}))
  if (session.signedIn) goOn()
  return session
}

function SetupFirst() {
  return (
    <Banner tone="info">
      This installation has no user yet. To create the first one, run <code>keyward setup-link</code> on the server and
      open the link that it prints. In a clone of the repository, the command is <code>bin/keyward setup-link</code>. To
      look around first, sign in with a key.
    </Banner>
  )
}
