import type { KeyDetails, Permission } from "./model.ts"

/** Maximum permissions of a key, direct and through roles: every verification returns all of them. */
export const heldAtMost = 1_000

/** Maximum with duplicates: loading a key reads each of its roles in full. */
export const linkedAtMost = 10_000

/** Empty roles count too: loading a key reads the names of all its roles. */
const rolesAtMost = 1_000

type Holding = Pick<KeyDetails, "directPermissions" | "roles">

/** Direct permissions and those of all roles, without duplicates, in byte order. */
export function heldPermissions(key: Holding): string[] {
  return [...heldSlugs(key)].sort()
}

/** The number of direct permissions and of permissions of every role, duplicates included. */
export function linkedPermissions({ directPermissions, roles }: Holding): number {
  return roles.reduce((count, { permissions }) => count + permissions.length, directPermissions.length)
}

/** Describes which maximum a change would exceed; undefined if none. A key that is already above may shrink. */
export function excessOf(before: Holding | undefined, after: Holding): string | undefined {
  const roleCount = after.roles.length
  if (roleCount > Math.max(rolesAtMost, before?.roles.length ?? 0)) {
    return `${roleCount} roles; a key may have ${rolesAtMost}`
  }
  // Almost all keys hold far less, and merging is expensive when thousands of keys are imported.
  if (linkedPermissions(after) <= heldAtMost) return undefined
  return excessIn(before && sizesOf(before), sizesOf(after))
}

export interface HeldSizes {
  readonly merged: number
  readonly linked: number
}

export function excessIn(before: HeldSizes | undefined, after: HeldSizes): string | undefined {
  if (after.merged > Math.max(heldAtMost, before?.merged ?? 0)) {
    return `${after.merged} permissions, directly and through its roles; a key may hold ${heldAtMost}`
  }
  if (after.linked > Math.max(linkedAtMost, before?.linked ?? 0)) return linkedExcess(after.linked)
  return undefined
}

export function linkedExcess(linked: number): string {
  return `${linked} permissions, those that several roles give counted for each of them; a key may hold ${linkedAtMost} so`
}

function sizesOf(key: Holding): HeldSizes {
  return { merged: heldSlugs(key).size, linked: linkedPermissions(key) }
}

function heldSlugs({ directPermissions, roles }: Holding): Set<string> {
  const slugs = new Set<string>()
  const add = (permissions: readonly Permission[]) => {
    for (const { slug } of permissions) slugs.add(slug)
  }
  add(directPermissions)
  for (const { permissions } of roles) add(permissions)
  return slugs
}
