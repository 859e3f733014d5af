import { creditsOf } from "../../core/balance.ts"
import { canonicalJson } from "../../core/canonical-json.ts"
import type { KeyDetails } from "../../core/model.ts"
import { withoutIds } from "../kinds/ratelimits.ts"
import type { ForeignKey } from "./foreign-key.ts"

/** Lists the fields in which a stored key differs from its source, ignoring fields that change when a key is used. */
export function differingFields(found: KeyDetails, key: ForeignKey): readonly string[] {
  const limits = key.ratelimits.map((ratelimit) => ({ ...ratelimit, id: "" }))
  const pairs: Readonly<Record<ComparedFact, readonly [unknown, unknown]>> = {
    name: [found.name, key.name ?? null],
    externalId: [found.identity?.externalId ?? null, key.externalId ?? null],
    meta: [found.meta, key.meta],
    enabled: [found.enabled, key.enabled],
    scoped: [found.scoped, key.scoped],
    expires: [found.expires, key.expires ?? null],
    credits: [refillOf(creditsOf(found)), refillOf(key.credits?.remaining == null ? null : key.credits)],
    permissions: [found.directPermissions.map(({ slug }) => slug).toSorted(), [...new Set(key.permissions)].toSorted()],
    ratelimits: [withoutIds(found.ratelimits), withoutIds(limits)],
  }
  const names = Object.entries(pairs).filter(([, [one, other]]) => canonicalJson(one) !== canonicalJson(other))
  const differing = names.map(([name]) => name)
  return hasRoles(found, key.roles) ? differing : [...differing, "roles"]
}

/** Every field of a source that is compared one to one; roles need a comparison of their own. */
type ComparedFact = Exclude<keyof ForeignKey, "hash" | "algorithm" | "start" | "createdAt" | "lastUsedAt" | "roles">

/** A source names roles by id or by name. */
function hasRoles(found: KeyDetails, references: readonly string[]): boolean {
  const named = found.roles.filter(({ id, name }) => references.includes(id) || references.includes(name))
  const known = new Set(found.roles.flatMap(({ id, name }) => [id, name]))
  return named.length === found.roles.length && references.every((reference) => known.has(reference))
}

function refillOf(credits: { readonly refill?: unknown } | null): unknown {
  return credits === null ? null : { refill: credits.refill ?? null }
}
