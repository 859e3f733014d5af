import type { Permission, Role } from "../../../core/model.ts"
import { toWirePermission, toWireRole, toWireRoleWithoutPermissions } from "../../../core/wire.ts"
import { pageBytes } from "../page.ts"

/** Beyond the size of a page, roles come without their permissions, because all roles could take 32 MB. */
export function toWireRolesOfKey(roles: readonly Role[]) {
  const sizes = new Map<string, number>()
  const sizeOf = (permission: Permission): number => {
    const known = sizes.get(permission.id)
    if (known !== undefined) return known
    const size = Buffer.byteLength(JSON.stringify(toWirePermission(permission)))
    sizes.set(permission.id, size)
    return size
  }
  let left = pageBytes
  return roles.map((role) => {
    left -= role.permissions.reduce((sum, permission) => sum + sizeOf(permission), 0)
    return left < 0 ? toWireRoleWithoutPermissions(role) : toWireRole(role)
  })
}
