import type { Migration } from "./migration.ts"

/** Records the serving nodes, and which node works on an idempotency key. */
export const nodes: Migration = {
  name: "0002-nodes",
  // A version without nodes would not announce its changes.
  needs: "0002-nodes",
  statements: ({ text, integer, table }) => [
    table(
      "nodes",
      `id ${text} primary key,
       lease_ends_at ${integer} not null,
       applied_sequence ${integer} not null,
       shares_limits ${integer} not null,
       version ${text} not null,
       started_at ${integer} not null`,
    ),
    `alter table idempotency add column node ${text}`,
    "create index idempotency_by_node on idempotency (node) where response is null",
  ],
}
