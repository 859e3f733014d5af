import type { Permission } from "../../core/model.ts"
import type { Listed } from "./collection.ts"

export interface PermissionReads extends Listed<Permission> {
  /** Stops counting at `limit`. */
  countUpTo(workspaceId: string, limit: number): Promise<number>
  findBySlug(workspaceId: string, slug: string): Promise<Permission | undefined>
  /** Finds by ids and slugs. */
  listNamed(workspaceId: string, references: readonly string[]): Promise<readonly Permission[]>
}

export interface PermissionWrites extends PermissionReads {
  insert(workspaceId: string, permissions: readonly Permission[]): Promise<void>
  /** Updates name and description. */
  update(permission: Permission): Promise<void>
  /** Also removes it from every role, key and identity. */
  delete(id: string): Promise<void>
}
