import type { Migration } from "./migration.ts"

/** Records the hash version of an event. Null means version 1, used by older events and older nodes. */
export const chainVersions: Migration = {
  name: "0010-chain-versions",
  statements: ({ integer }) => [`alter table events add column chain_version ${integer}`],
}
