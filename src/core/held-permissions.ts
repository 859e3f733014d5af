import type { KeyDetails, Permission } from "./model.ts"

/** What a key may hold in all, directly and through its roles: every verification answers with all of it. */
export const heldAtMost = 1_000

/** The same with overlaps counted: whoever loads a key reads each of its roles in full. */
export const linkedAtMost = 10_000

/** Empty roles count too: every load of a key reads the names of its roles. */
const rolesAtMost = 1_000

type Holding = Pick<KeyDetails, "directPermissions" | "roles">

/** Direct and through roles, merged, ascending by bytes. */
export function heldPermissions(key: Holding): string[] {
  return [...heldSlugs(key)].sort()
}

/** Direct ones and those of every role, each as often as it is given. */
export function linkedPermissions({ directPermissions, roles }: Holding): number {
  return roles.reduce((count, { permissions }) => count + permissions.length, directPermissions.length)
}

/** What a key would come to hold beyond a bound, in words; undefined where it may. What is above may shrink. */
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
