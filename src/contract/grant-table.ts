import { resources } from "./resources.ts"

/** Every management permission of a root key, one row per resource. */
export const grantTable = Object.values(resources).flatMap((one) => ("grants" in one ? [one.grants] : []))

export type GrantRow = (typeof grantTable)[number]

export type GrantResource = GrantRow["resource"]

export type GrantAction = GrantRow["actions" | "wildcardActions"][number]

/** Every permission, for every id. */
export const allGrants: readonly string[] = grantTable.flatMap(({ resource, actions, wildcardActions }) =>
  [...actions, ...wildcardActions].map((action) => `${resource}.*.${action}`),
)

const rows: ReadonlyMap<string, GrantRow> = new Map(grantTable.map((row) => [row.resource, row]))

export function findGrantRow(resource: string): GrantRow | undefined {
  return rows.get(resource)
}

export function isGrantResource(text: string): text is GrantResource {
  return rows.has(text)
}
