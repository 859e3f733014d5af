import { compareBytes } from "./byte-order.ts"

interface Sources {
  /** Of the key, direct and through roles. */
  readonly own: readonly string[]
  /** Of its identity. */
  readonly inherited: readonly string[]
  readonly scoped: boolean
}

/**
 * What the requests of a key may do. A scoped key holds no more than its identity has, so that it loses what its
 * customer loses; any other key holds the permissions of both. All lists are in byte order without duplicates.
 */
export function effectivePermissions({ own, inherited, scoped }: Sources): readonly string[] {
  if (scoped) {
    const allowed = new Set(inherited)
    return own.filter((slug) => allowed.has(slug))
  }
  if (inherited.length === 0) return own
  return [...new Set([...own, ...inherited])].sort(compareBytes)
}

/** What a key that is not scoped holds through its identity only. */
export function inheritedOnly(own: readonly string[], inherited: readonly string[]): readonly string[] {
  if (inherited.length === 0) return inherited
  const known = new Set(own)
  return inherited.filter((slug) => !known.has(slug))
}
