import type { SchemaDialect } from "../../schema/dialect.ts"

/** Nodes, what they have claimed, and what they have committed. */
export function nodeTables({ text, integer, table }: SchemaDialect): readonly string[] {
  return [
    table(
      "nodes",
      `id ${text} primary key,
       lease_ends_at ${integer} not null,
       applied_sequence ${integer} not null,
       shares_limits ${integer} not null,
       version ${text} not null,
       started_at ${integer} not null,
       report ${text}`,
    ),
    table("duties", `name ${text} primary key, node ${text} not null, term ${integer} not null`),
    table(
      "idempotency",
      `scope ${text} not null,
       operation ${text} not null,
       key_hash ${text} not null,
       body_hash ${text} not null,
       claim ${text},
       node ${text},
       required ${text},
       response ${text},
       progress ${text},
       expires_at ${integer} not null,
       primary key (scope, operation, key_hash)`,
    ),
    "create index idempotency_by_expiry on idempotency (expires_at)",
    "create index idempotency_by_node on idempotency (node) where response is null",
    table(
      "commit_marks",
      `lane ${text} primary key,
       mark ${text} not null,
       marked_at ${integer} not null`,
    ),
  ]
}
