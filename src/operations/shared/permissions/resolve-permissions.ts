import { fault, found } from "../../../contract/errors.ts"
import { compareBytes } from "../../../core/byte-order.ts"
import { isIdShaped } from "../../../core/id-shape.ts"
import type { Permission } from "../../../core/model.ts"
import { created } from "../../../core/object-events.ts"
import { toWirePermission } from "../../../core/wire.ts"
import type { Reads, Transaction } from "../../../storage/port/store.ts"
import type { Mint, MutationWith } from "../../context.ts"

/** Operations that assign permissions need this to create unknown slugs. keys.createKey and imports do not. */
export const permissionCreation = "rbac.*.create_permission"

interface ResolveContext extends MutationWith<"tx" | "workspace"> {
  readonly mint: Pick<Mint, "id">
  /** Called before a slug is created. Throws if the caller may not create it. */
  authorizeCreation?(): void
}

/** Finds permissions by id first, then by slug, and creates unknown slugs. No duplicates, ascending by slug. */
export async function resolvePermissions(
  { tx, workspace, mint, authorizeCreation }: ResolveContext,
  references: readonly string[],
): Promise<readonly Permission[]> {
  if (references.length === 0) return []
  const { known, unknown } = await findPermissions(tx, workspace.id, references)
  const slugs = [...new Set(unknown)]
  if (slugs.some((slug) => isIdShaped("perm", slug))) throw fault("data/permission_not_found")
  if (slugs.length > 0) authorizeCreation?.()
  const created = slugs.map((slug): Permission => ({ id: mint.id("perm"), slug, name: slug, description: null }))
  await tx.permissions.insert(workspace.id, created)
  for (const permission of created) recordCreatedPermission(tx, workspace.id, permission)
  return ascendingBySlug([...known, ...created])
}

/** Finds permissions by id first, then by slug. Throws 404 for unknown ones. */
export async function requirePermissions(
  reads: Reads,
  workspaceId: string,
  references: readonly string[],
): Promise<readonly Permission[]> {
  const { known, unknown } = await findPermissions(reads, workspaceId, references)
  if (unknown.length > 0) throw fault("data/permission_not_found")
  return ascendingBySlug(known)
}

/** Finds one permission by id first, then by slug. */
export async function requirePermission(reads: Reads, workspaceId: string, reference: string): Promise<Permission> {
  const { permissions } = reads
  const byId = await permissions.find(workspaceId, reference)
  return found(byId ?? (await permissions.findBySlug(workspaceId, reference)), "data/permission_not_found")
}

export function recordCreatedPermission(tx: Transaction, workspaceId: string, permission: Permission): void {
  tx.record({ ...created("permission", permission.id, toWirePermission(permission)), workspaceId })
}

export function ascendingBySlug(permissions: readonly Permission[]): readonly Permission[] {
  const merged = new Map(permissions.map((permission) => [permission.id, permission]))
  return [...merged.values()].sort((one, other) => compareBytes(one.slug, other.slug))
}

async function findPermissions(reads: Reads, workspaceId: string, references: readonly string[]) {
  const permissions = await reads.permissions.listNamed(workspaceId, references)
  const byId = new Map(permissions.map((permission) => [permission.id, permission]))
  const bySlug = new Map(permissions.map((permission) => [permission.slug, permission]))
  const known: Permission[] = []
  const unknown: string[] = []
  for (const reference of references) {
    const permission = byId.get(reference) ?? bySlug.get(reference)
    if (permission === undefined) unknown.push(reference)
    else known.push(permission)
  }
  return { known, unknown }
}
