import type { Portal, PortalRules, PortalSession } from "../../core/portal.ts"
import type { PageQuery } from "./collection.ts"

/** Never cached, so that a change reaches every session at once on every node. */
export interface PortalReads {
  find(workspaceId: string): Promise<Portal | undefined>
  /** The part that every call of a session needs. */
  findRules(workspaceId: string): Promise<PortalRules | undefined>
}

export interface PortalWrites extends PortalReads {
  /** Inserts the portal of a workspace, or replaces it. */
  put(portal: Portal): Promise<void>
}

/** Never cached. All of these also return expired sessions, unless they take a time. */
export interface PortalSessionReads {
  findByHash(hash: string): Promise<PortalSession | undefined>
  findByLink(linkHash: string): Promise<PortalSession | undefined>
  find(workspaceId: string, id: string): Promise<PortalSession | undefined>
  /** Those that have not expired, newest first. */
  list(workspaceId: string, filter: PortalSessionFilter): Promise<readonly PortalSession[]>
}

export interface PortalSessionFilter extends PageQuery {
  readonly identityId: string | undefined
  readonly now: number
}

/** One session, or all of an identity or of the workspace. */
export interface PortalSessionSelection {
  readonly id?: string | undefined
  readonly identityId?: string | undefined
}

/** The identity keeps the events of a session together. */
export type EndedPortalSession = Pick<PortalSession, "id" | "identityId">

export interface PortalSessionWrites extends PortalSessionReads {
  insert(session: PortalSession): Promise<void>
  /** Stores that the link was opened. Returns false if it was opened before. */
  open(id: string, opened: Pick<PortalSession, "hash" | "openedAt" | "expires">): Promise<boolean>
  /** Deletes at most `limit` sessions, oldest first, and returns them. */
  delete(
    workspaceId: string,
    selection: PortalSessionSelection & { readonly limit: number },
  ): Promise<readonly EndedPortalSession[]>
}
