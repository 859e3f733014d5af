import type { CurrentSession } from "@keyward/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { createContext, use } from "react"
import { ask, type Client, clientFor } from "./client.ts"

export type SessionState = CurrentSession
export type SessionWorkspace = SessionState["workspaces"][number]

/** Who has signed in, and to which workspaces this gives access. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => ask(() => clientFor("operator").sessions.getSession({})),
  staleTime: 30_000,
})

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

/** Where the calls of a page go: to the workspace of the path, or to the installation on pages outside of one. */
export function useTarget(): string {
  return use(WorkspaceContext)?.workspaceId ?? "operator"
}

export function useClient(): Client {
  return clientFor(useTarget())
}

/**
 * Whether the person holds a management permission such as `api.*.create_key`, so that a page can leave out what would be
 * refused. The server decides again.
 */
export function useCan(): (permission: string) => boolean {
  const { permissions } = useWorkspace()
  return (permission) => {
    const [resource = "", , action = ""] = permission.split(".")
    return permissions.some((held) => held === "*" || held === permission || held === `${resource}.*.${action}`)
  }
}
