import { fault } from "../../contract/errors.ts"
import { compareBytes } from "../../core/byte-order.ts"
import type { Role } from "../../core/model.ts"
import type { Reads } from "../../storage/store.ts"

/** Roles by id or name, the id first; merged, ascending by name. Roles are never created on the way. */
export async function requireRoles(
  reads: Reads,
  workspaceId: string,
  references: readonly string[],
): Promise<readonly Role[]> {
  if (references.length === 0) return []
  const roles = await reads.roles.listNamed(workspaceId, references)
  const byId = new Map(roles.map((role) => [role.id, role]))
  const byName = new Map(roles.map((role) => [role.name, role]))
  const chosen = new Map<string, Role>()
  for (const reference of references) {
    const role = byId.get(reference) ?? byName.get(reference)
    if (role === undefined) {
      throw fault("data/role_not_found", { detail: `The workspace has no role \`${reference}\`.` })
    }
    chosen.set(role.id, role)
  }
  return [...chosen.values()].sort((one, other) => compareBytes(one.name, other.name))
}
