import { grantTable } from "../../src/contract/grant-table.ts"

/** Every permission of the table for every id. */
export const allGrants: readonly string[] = Object.entries(grantTable).flatMap(
  ([resource, { actions, wildcardActions }]) =>
    [...actions, ...wildcardActions].map((action) => `${resource}.*.${action}`),
)
