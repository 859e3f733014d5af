import type { GrantResource } from "../contract/grant-table.ts"

export function holdsGrant(held: readonly string[], required: string): boolean {
  return held.some((grant) => covers(grant, required))
}

/**
 * Whether a grant satisfies a requirement, or may be passed on as it. `*` is covered only by `*`, and `r.*.a` only
 * by `r.*.a` or `*`.
 */
export function covers(grant: string, required: string): boolean {
  return grant === "*" || grant === required || (required !== "*" && grant === forEveryId(required))
}

/** Whether any grant could allow the action on some object, before the object is known. */
export function holdsAnyFor(grants: readonly string[], resource: GrantResource, action: string): boolean {
  return grants.some((grant) => grant === "*" || (grant.startsWith(`${resource}.`) && grant.endsWith(`.${action}`)))
}

/** The requirements that no held grant covers, in their original order. */
export function missingGrants(held: readonly string[], required: readonly string[]): string[] {
  // A set avoids a million comparisons for a thousand held and a thousand required grants.
  const grants = new Set(held)
  if (grants.has("*")) return []
  return required.filter(
    (requirement) => !grants.has(requirement) && (requirement === "*" || !grants.has(forEveryId(requirement))),
  )
}

function forEveryId(required: string): string {
  return `${required.slice(0, required.indexOf("."))}.*${required.slice(required.lastIndexOf("."))}`
}
