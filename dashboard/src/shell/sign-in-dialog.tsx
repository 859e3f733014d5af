import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { ask, clientFor } from "../client.ts"
import { SignInForm } from "../parts/sign-in/sign-in-form.tsx"
import { sessionQuery, useSession } from "../session.ts"
import { signInRequests } from "../sign-in-request.ts"
import { Dialog } from "../ui/dialog.tsx"

/** People sign in again here, above the page, and keep what they have typed. */
export function SignInDialog() {
  const request = useSyncExternalStore(signInRequests.subscribe, signInRequests.read)
  const session = useSession()
  const queries = useQueryClient()
  const { data: methods = { passkey: false } } = useQuery({
    queryKey: ["sign-in-methods"],
    queryFn: () => ask(() => clientFor("operator").sessions.getSignInMethods({})),
    enabled: request !== undefined,
  })
  if (request === undefined) return null
  const finish = async () => {
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    request.done()
  }
  return (
    <Dialog
      isOpen
      keepsText={false}
      onClose={request.cancel}
      title={request.reason === "expired" ? "Sign in again" : "Confirm that it is you"}
    >
      <p>
        {request.reason === "expired"
          ? "Your session has ended. Nothing on this page is lost."
          : "This creates lasting access, so it needs a sign-in within the last ten minutes."}
      </p>
      <SignInForm
        email={session?.user?.email}
        isByKey={session !== undefined && session.user === undefined}
        methods={methods}
        next={location.pathname + location.search}
        onDone={finish}
        providerNote="The provider has a page of its own, so this page is loaded again."
      />
    </Dialog>
  )
}
