import { compareBytes } from "./byte-order.ts"
import type { Permission } from "./model.ts"

interface Holder {
  readonly permissions: readonly Pick<Permission, "slug">[]
}

/** Slugs of what keys hold through their identity and its plan, in byte order without duplicates. */
export function inheritedSlugs(identity: Holder, plan: Holder | null): readonly string[] {
  const own = identity.permissions.map(({ slug }) => slug)
  if (plan === null || plan.permissions.length === 0) return own
  return [...new Set([...own, ...plan.permissions.map(({ slug }) => slug)])].sort(compareBytes)
}
