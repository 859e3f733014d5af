import type { MemberRole } from "../../contract/member-roles.ts"
import type { Workspace } from "../../core/model.ts"
import type { Member, MemberDetails, User } from "../../core/people.ts"
import type { SearchQuery } from "./collection.ts"

/** Users belong to the installation, so their finders take no workspace. They are never cached. */
export interface UserReads {
  find(id: string): Promise<User | undefined>
  /** The address must have the form of contract/email.ts. */
  findByEmail(email: string): Promise<User | undefined>
  list(query: SearchQuery): Promise<readonly User[]>
  /** Whether the installation has any user. */
  exist(): Promise<boolean>
  findPasswordHash(userId: string): Promise<string | undefined>
}

export interface UserWrites extends UserReads {
  insert(user: User): Promise<void>
  update(user: User): Promise<void>
  /** Also deletes the memberships, sessions, reset and everything that the user signs in with. */
  delete(id: string): Promise<void>
  setPasswordHash(userId: string, hash: string, now: number): Promise<void>
}

export interface MemberReads {
  find(workspaceId: string, userId: string): Promise<MemberDetails | undefined>
  /** Ascending by user id. */
  list(workspaceId: string, query: SearchQuery): Promise<readonly MemberDetails[]>
  /** The workspaces of a user that are not deleted, ascending by workspace id. */
  listOfUser(userId: string, limit: number): Promise<readonly Membership[]>
  /** Returns up to `limit` owners. */
  listOwners(workspaceId: string, limit: number): Promise<readonly Member[]>
}

/** A workspace that a user is a member of. */
export interface Membership {
  readonly workspace: Workspace
  readonly role: MemberRole
}

export interface MemberWrites extends MemberReads {
  insert(member: Member): Promise<void>
  update(member: Member): Promise<void>
  delete(workspaceId: string, userId: string): Promise<void>
}
