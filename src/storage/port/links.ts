import type { Invitation, Reset, ResetDetails, SetupLink } from "../../core/people.ts"
import type { PageQuery } from "./collection.ts"

export interface InvitationReads {
  find(workspaceId: string, id: string): Promise<Invitation | undefined>
  list(workspaceId: string, query: PageQuery): Promise<readonly Invitation[]>
  /** Finds the workspace too, like `credentials`. */
  findByHash(hash: string): Promise<Invitation | undefined>
}

export interface InvitationWrites extends InvitationReads {
  insert(invitation: Invitation): Promise<void>
  /** Returns false if another transaction has deleted it: an invitation is accepted or revoked once. */
  delete(id: string): Promise<boolean>
}

/** Links with a one-time token, other than invitations. */
export interface LinkReads {
  findSetup(): Promise<SetupLink | undefined>
  /** Returns undefined unless its maker is an operator now. Also returns an expired reset. */
  findReset(hash: string, operatorKeyHash: string): Promise<Reset | undefined>
  /** The resets that can be used, ascending by user id. */
  listResets(query: PageQuery, now: UsableNow): Promise<readonly ResetDetails[]>
}

/** What decides whether a reset can be used. */
interface UsableNow {
  readonly now: number
  readonly operatorKeyHash: string
}

export interface LinkWrites extends LinkReads {
  /** Replaces the link of the setup, of which there is at most one. */
  putSetup(link: SetupLink): Promise<void>
  deleteSetup(): Promise<void>
  /** Replaces the reset of the user. */
  putReset(reset: Reset): Promise<void>
  /** Returns the reset that the user had, if any. */
  deleteReset(userId: string): Promise<Reset | undefined>
}
