import type { CurrentSession } from "@keyward/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { createContext, use } from "react"
import { holdsGrant } from "../../src/core/held-grants.ts"
import { ask, type Client, clientFor } from "./client.ts"
import { askToSignIn, noteSignedIn, signInCount } from "./sign-in-request.ts"

export type SessionState = CurrentSession
export type SessionWorkspace = SessionState["workspaces"][number]

/** The person or key that has signed in, and its workspaces. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: readSession,
  staleTime: 30_000,
})

let signedIn: SessionState | undefined

/** A page that was open when the session ended keeps what people have typed: they sign in again above it. */
async function readSession(): Promise<SessionState> {
  const sentAfter = signInCount()
  const session = await ask(() => clientFor("operator").sessions.getSession({}))
  if (!session.signedIn && signedIn !== undefined) {
    return (await askToSignIn("expired", { sentAfter })) ? readSession() : signedIn
  }
  const shown = { ...session, workspaces: session.workspaces.map(limitToDisabled) }
  if (shown.signedIn) {
    signedIn = shown
    noteSignedIn()
  }
  return shown
}

const worksWhileDisabled = ["event.*.read_event", "member.*.read_member", "workspace.*.read_workspace"]

/** A disabled workspace refuses everything else, so that no page offers it. */
function limitToDisabled(workspace: SessionWorkspace): SessionWorkspace {
  const { enabled, permissions } = workspace
  if (enabled) return workspace
  return { ...workspace, permissions: worksWhileDisabled.filter((needed) => holdsGrant(permissions, needed)) }
}

export function useSession(): SessionState | undefined {
  return useQuery(sessionQuery).data
}

const WorkspaceContext = createContext<SessionWorkspace | undefined>(undefined)
export const WorkspaceProvider = WorkspaceContext.Provider

/** The workspace of the path. Only for what is inside the shell of a workspace. */
export function useWorkspace(): SessionWorkspace {
  const workspace = use(WorkspaceContext)
  if (workspace === undefined) throw new Error("This page is not inside a workspace.")
  return workspace
}

/** The same for pages that are also outside of a workspace. */
export function useWorkspaceOfPath(): SessionWorkspace | undefined {
  return use(WorkspaceContext)
}

/** Whether the workspace of the path is disabled. False on pages outside of one. */
export function useIsDisabled(): boolean {
  return use(WorkspaceContext)?.enabled === false
}

/** Where the calls of a page go: to the workspace of the path, or to the installation on pages outside of one. */
export function useTarget(): string {
  return use(WorkspaceContext)?.workspaceId ?? "operator"
}

export function useClient(): Client {
  return clientFor(useTarget())
}

/**
 * Whether the person holds a management permission such as `api.*.create_key`, so that a page can leave out what would be
 * refused. On pages outside of a workspace, operators may do everything. The server decides again.
 */
export function useCan(): (permission: string) => boolean {
  const workspace = use(WorkspaceContext)
  return (permission) => workspace === undefined || holdsGrant(workspace.permissions, permission)
}
