import type { Migration } from "./migration.ts"

/** An event says in which form its hash was built. Those from before, and those of older nodes, say nothing: the first. */
export const chainVersions: Migration = {
  name: "0010-chain-versions",
  statements: ({ integer }) => [`alter table events add column chain_version ${integer}`],
}
