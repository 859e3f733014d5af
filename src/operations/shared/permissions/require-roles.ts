import { type Fault, fault } from "../../../contract/errors.ts"
import { compareBytes } from "../../../core/byte-order.ts"
import type { Role } from "../../../core/model.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** Finds roles by id first, then by name. Throws 404 for unknown roles. No duplicates, ascending by name. */
export async function requireRoles(
  reads: Reads,
  workspaceId: string,
  references: readonly string[],
): Promise<readonly Role[]> {
  if (references.length === 0) return []
  const roles = await reads.roles.listNamed(workspaceId, references)
  const byId = new Map(roles.map((role) => [role.id, role]))
  const byName = new Map(roles.map((role) => [role.name, role]))
  return ascendingByName(
    references.map((reference) => {
      const role = byId.get(reference) ?? byName.get(reference)
      if (role === undefined) throw unknownRole(reference)
      return role
    }),
  )
}

/** Finds one role by id first, then by name. */
export async function requireRole(reads: Reads, workspaceId: string, reference: string): Promise<Role> {
  const role =
    (await reads.roles.find(workspaceId, reference)) ?? (await reads.roles.findByName(workspaceId, reference))
  if (role === undefined) throw unknownRole(reference)
  return role
}

export function unknownRole(reference: string): Fault {
  return fault("data/role_not_found", { detail: `The workspace has no role \`${reference}\`.` })
}

/** Also removes duplicates. */
export function ascendingByName(roles: readonly Role[]): readonly Role[] {
  const merged = new Map(roles.map((role) => [role.id, role]))
  return [...merged.values()].sort((one, other) => compareBytes(one.name, other.name))
}
