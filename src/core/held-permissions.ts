import type { KeyDetails, Permission } from "./model.ts"

/** What a key may hold in all, directly and through its roles: every verification answers with all of it. */
export const heldAtMost = 1_000

type Holding = Pick<KeyDetails, "directPermissions" | "roles">

/** Direct and through roles, merged, ascending by bytes. */
export function heldPermissions(key: Holding): string[] {
  return [...heldSlugs(key)].sort()
}

/** How many permissions a key would come to hold beyond the bound; undefined where it may. What is above may shrink. */
export function excessOf(before: Holding | undefined, after: Holding): number | undefined {
  // Nearly all hold far less, and merging is dear where thousands of keys are imported.
  if (linksOf(after) <= heldAtMost) return undefined
  const count = heldSlugs(after).size
  if (count <= heldAtMost) return undefined
  return before !== undefined && count <= heldSlugs(before).size ? undefined : count
}

function linksOf({ directPermissions, roles }: Holding): number {
  return roles.reduce((sum, { permissions }) => sum + permissions.length, directPermissions.length)
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
