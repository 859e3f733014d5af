import type { Role } from "../../core/model.ts"
import type { Listed } from "./collection.ts"

export interface RoleReads extends RoleHolderReads, Listed<Role> {
  findByName(workspaceId: string, name: string): Promise<Role | undefined>
  /** Finds by ids and names. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Role[]>
}

export interface RoleWrites extends RoleReads {
  /** Includes the links to its permissions. */
  insert(workspaceId: string, role: Role): Promise<void>
  setPermissions(role: Role): Promise<void>
  /** Updates name and description. */
  update(role: Role): Promise<void>
  /** Also removes it from every key. */
  delete(id: string): Promise<void>
}

export interface RoleHolderReads {
  /** Counts the permissions of these roles, given by id or name. A permission of two roles counts twice. */
  countPermissions(workspaceId: string, references: readonly string[]): Promise<number>
  /** Counts the permissions of all roles; stops at `limit`. */
  countPermissionsUpTo(workspaceId: string, limit: number): Promise<number>
  /** Omits roles without permissions. */
  countPermissionsByRole(roleIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Counts keys that hold the role, deleted ones included; stops at `limit`. */
  countHoldersUpTo(roleId: string, limit: number): Promise<number>
  /** Returns up to `limit` holders that have another role, or more direct permissions than this. */
  listHoldersWithMore(roleId: string, directCount: number, limit: number): Promise<readonly string[]>
  /** Covers the given keys that have roles and are not deleted. */
  listHoldings(keyIds: readonly string[]): Promise<readonly KeyHolding[]>
  /** Returns direct permissions and those of other roles. A permission granted twice appears twice. */
  listPermissionIdsBeside(keyId: string, roleId: string): Promise<readonly string[]>
}

/** The number of permissions and the roles of a key. */
export interface KeyHolding {
  readonly keyId: string
  readonly directCount: number
  readonly roleIds: readonly string[]
}
