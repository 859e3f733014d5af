import { findGrantRow, type GrantResource, type GrantRow, grantTable } from "../contract/grant-table.ts"
import { idPattern, isIdShaped } from "./id-shape.ts"

/** A JSON Schema pattern that accepts exactly the grants that `parseGrant` reads. */
export const grantPattern = `^(?:\\*|${grantTable.map(patternOf).join("|")})$`

function patternOf(row: GrantRow): string {
  const { resource, actions, wildcardActions } = row
  const anyId = "idPrefix" in row ? `(?:\\*|${idPattern(row.idPrefix)})` : "\\*"
  const forOne = actions.length === 0 ? [] : [`${resource}\\.${anyId}\\.(?:${actions.join("|")})`]
  return [...forOne, `${resource}\\.\\*\\.(?:${wildcardActions.join("|")})`].join("|")
}

export type Grant =
  | { readonly kind: "everything" }
  | { readonly kind: "one"; readonly resource: GrantResource; readonly id: string; readonly action: string }

/** Reads `*` or a tuple of the table. The id must be well-formed but need not exist. */
export function parseGrant(text: string): Grant | undefined {
  if (text === "*") return { kind: "everything" }
  const [resource, id, action, ...rest] = text.split(".")
  if (resource === undefined || id === undefined || action === undefined || rest.length > 0) return undefined
  const row = findGrantRow(resource)
  if (row === undefined) return undefined
  const forOne: readonly string[] = row.actions
  const forAll: readonly string[] = row.wildcardActions
  if (!forOne.includes(action) && !(id === "*" && forAll.includes(action))) return undefined
  if (id !== "*" && !("idPrefix" in row && isIdShaped(row.idPrefix, id))) return undefined
  return { kind: "one", resource: row.resource, id, action }
}

export function isGrant(text: string): boolean {
  return parseGrant(text) !== undefined
}

const actionsOfApplications: readonly string[] = ["verify_key", "limit"]

/** Whether nothing is granted but verifying keys and checking limits, so that a person has no use for these grants. */
export function isForApplicationsOnly(grants: readonly string[]): boolean {
  return grants.every((text) => {
    const grant = parseGrant(text)
    return grant?.kind === "one" && actionsOfApplications.includes(grant.action)
  })
}
