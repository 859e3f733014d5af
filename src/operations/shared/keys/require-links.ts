import { isIdShaped } from "../../../core/id-shape.ts"
import type { Permission } from "../../../core/model.ts"
import type { Reads } from "../../../storage/port/store.ts"
import { requireRoles } from "../permissions/require-roles.ts"
import { requirePermissions } from "../permissions/resolve-permissions.ts"
import { type Links, permissionsByReference, rolesByReference } from "./new-keys.ts"

interface References {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** Requires every role and permission id to exist, before a change in slices. Its first slice creates unknown slugs. */
export async function requireLinks(
  reads: Reads,
  workspaceId: string,
  { roles, permissions }: References,
): Promise<Pick<Links, "roles" | "permissions">> {
  const found = rolesByReference(await requireRoles(reads, workspaceId, roles))
  await requirePermissions(reads, workspaceId, permissions.filter(isPermissionId))
  const known = permissionsByReference(await reads.permissions.listNamed(workspaceId, permissions))
  return {
    roles: found,
    permissions: new Map(permissions.map((reference) => [reference, known.get(reference) ?? newPermission(reference)])),
  }
}

export function isPermissionId(reference: string): boolean {
  return isIdShaped("perm", reference)
}

function newPermission(slug: string): Permission {
  return { id: slug, slug, name: slug, description: null }
}
