import { idPattern, isIdShaped } from "./ids.ts"
import type { IdPrefix } from "./model.ts"

interface ResourceRule {
  /** The kind of id that a grant can name instead of `*`. */
  readonly idPrefix?: IdPrefix
  readonly actions: readonly string[]
  /** Actions without a single target object, granted with `*` only. */
  readonly wildcardActions: readonly string[]
}

/** Every management permission of a root key, by resource. */
export const grantTable = {
  api: {
    idPrefix: "api",
    actions: [
      "read_api",
      "update_api",
      "delete_api",
      "create_key",
      "read_key",
      "update_key",
      "delete_key",
      "verify_key",
      "encrypt_key",
      "decrypt_key",
      "read_usage",
    ],
    wildcardActions: ["create_api"],
  },
  identity: {
    idPrefix: "id",
    actions: ["read_identity", "update_identity", "delete_identity", "read_usage"],
    wildcardActions: ["create_identity"],
  },
  rbac: {
    actions: [],
    wildcardActions: [
      "create_permission",
      "read_permission",
      "update_permission",
      "delete_permission",
      "create_role",
      "read_role",
      "update_role",
      "delete_role",
      "add_permission_to_key",
      "remove_permission_from_key",
      "add_role_to_key",
      "remove_role_from_key",
      "add_permission_to_role",
      "remove_permission_from_role",
    ],
  },
  ratelimit: {
    idPrefix: "rlns",
    actions: ["delete_namespace", "limit", "set_override", "read_override", "delete_override", "read_usage"],
    wildcardActions: ["create_namespace", "read_namespace"],
  },
  workspace: { actions: [], wildcardActions: ["read_workspace", "update_workspace", "disable_workspace"] },
  root_key: {
    actions: [],
    wildcardActions: ["create_root_key", "read_root_key", "update_root_key", "delete_root_key"],
  },
  event: { actions: [], wildcardActions: ["read_event"] },
  member: { actions: [], wildcardActions: ["read_member", "invite_member", "update_member", "remove_member"] },
} as const satisfies Readonly<Record<string, ResourceRule>>

/** A JSON Schema pattern that accepts exactly the grants that `parseGrant` reads. */
export const grantPattern = `^(?:\\*|${Object.entries(grantTable).map(patternOf).join("|")})$`

function patternOf([resource, rule]: readonly [string, ResourceRule]): string {
  const { actions, wildcardActions, idPrefix } = rule
  const anyId = idPrefix === undefined ? "\\*" : `(?:\\*|${idPattern(idPrefix)})`
  const forOne = actions.length === 0 ? [] : [`${resource}\\.${anyId}\\.(?:${actions.join("|")})`]
  return [...forOne, `${resource}\\.\\*\\.(?:${wildcardActions.join("|")})`].join("|")
}

export type GrantResource = keyof typeof grantTable

export type Grant =
  | { readonly kind: "everything" }
  | { readonly kind: "one"; readonly resource: GrantResource; readonly id: string; readonly action: string }

/** Reads `*` or a tuple of the table. The id must be well-formed but need not exist. */
export function parseGrant(text: string): Grant | undefined {
  if (text === "*") return { kind: "everything" }
  const [resource, id, action, ...rest] = text.split(".")
  if (resource === undefined || id === undefined || action === undefined || rest.length > 0) return undefined
  if (!isGrantResource(resource)) return undefined
  const rule: ResourceRule = grantTable[resource]
  if (!rule.actions.includes(action) && !(id === "*" && rule.wildcardActions.includes(action))) return undefined
  if (id !== "*" && (rule.idPrefix === undefined || !isIdShaped(rule.idPrefix, id))) return undefined
  return { kind: "one", resource, id, action }
}

export function isGrant(text: string): boolean {
  return parseGrant(text) !== undefined
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

const actionsOfApplications: readonly string[] = ["verify_key", "limit"]

/** Whether nothing is granted but verifying keys and checking limits, so that a person has no use for these grants. */
export function isForApplicationsOnly(grants: readonly string[]): boolean {
  return grants.every((text) => {
    const grant = parseGrant(text)
    return grant?.kind === "one" && actionsOfApplications.includes(grant.action)
  })
}

export function holdsGrant(held: readonly string[], required: string): boolean {
  return held.some((grant) => covers(grant, required))
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

export function isGrantResource(text: string): text is GrantResource {
  return Object.hasOwn(grantTable, text)
}

function forEveryId(required: string): string {
  return `${required.slice(0, required.indexOf("."))}.*${required.slice(required.lastIndexOf("."))}`
}
