import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useEffect, useSyncExternalStore } from "react"
import { checkReachable, connection } from "../connection.ts"
import { useSession } from "../session.ts"
import { signInRequests } from "../sign-in-request.ts"
import { Button } from "../ui/button.tsx"
import { Banner } from "../ui/states.tsx"
import { OperatorBanners } from "./operator-banners.tsx"

/** Facts that every visitor of the page must know. */
export function Banners() {
  const isOperator = useSession()?.operator ?? false
  return (
    <>
      <Unreachable />
      <SignedOut />
      <NewVersion />
      <DisabledWorkspace />
      {isOperator && <OperatorBanners />}
    </>
  )
}

/** Shown while the server does not answer. Everything is read again when it does. */
function Unreachable() {
  const queries = useQueryClient()
  const isReachable = useSyncExternalStore(connection.subscribe, connection.read)
  useEffect(() => {
    if (isReachable) return
    const timer = setInterval(async () => {
      if (await checkReachable()) queries.invalidateQueries()
    }, 2_000)
    return () => clearInterval(timer)
  }, [isReachable, queries])
  if (isReachable) return null
  return <Banner tone="bad">The server cannot be reached. Trying again …</Banner>
}

/** Shown after a person has closed the dialog for signing in again. */
function SignedOut() {
  const queries = useQueryClient()
  const isSignedOut = useSyncExternalStore(signInRequests.subscribe, signInRequests.hasGivenUp)
  if (!isSignedOut) return null
  const signIn = async () => {
    if (await signInRequests.askAgain()) queries.invalidateQueries()
  }
  return (
    <Banner actions={<Button onClick={signIn}>Sign in</Button>} tone="warn">
      Your session has ended. This page shows what it last read.
    </Banner>
  )
}

/** The version that this page is of. */
const loadedVersion = document.querySelector("meta[name=keyward-version]")?.getAttribute("content")

/** After an upgrade of the server, an open page is one version behind. */
function NewVersion() {
  const { data } = useQuery({
    queryKey: ["version"],
    queryFn: readVersion,
    initialData: loadedVersion,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  })
  if (data === loadedVersion) return null
  return (
    <Banner actions={<Button onClick={() => location.reload()}>Reload</Button>} tone="info">
      Keyward was upgraded to {data}. Reload the page to use it.
    </Banner>
  )
}

async function readVersion(): Promise<string> {
  const response = await fetch("/", { headers: { Accept: "application/json" } })
  const body: { data: { version: string } } = await response.json()
  return body.data.version
}

function DisabledWorkspace() {
  const session = useSession()
  const { workspaceId } = useParams({ strict: false })
  const workspace = session?.workspaces.find((one) => one.workspaceId === workspaceId)
  if (workspace === undefined || workspace.enabled) return null
  return (
    <Banner tone="bad">
      This workspace is disabled: every key of it is refused. Only events, members and settings work until an operator
      enables it again.
    </Banner>
  )
}
