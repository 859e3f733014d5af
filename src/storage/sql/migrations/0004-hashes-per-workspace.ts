import type { SqlDialect } from "../schema/dialect.ts"
import type { Migration } from "./migration.ts"

/** Makes hashes unique per workspace and marks imported keys, so two workspaces can import the same key. */
export const hashesPerWorkspace: Migration = {
  name: "0004-hashes-per-workspace",
  // An older version finds keys by hash alone and could return the key of another workspace.
  needs: "0004-hashes-per-workspace",
  statements: (dialect) => [
    ...(dialect.engine === "sqlite" ? rebuild(dialect) : alter(dialect)),
    // The hash comes first, because authentication finds the workspace by hash.
    "create unique index keys_by_hash on keys (hash, workspace_id)",
  ],
}

/** Keys without a recorded length were imported. A node that omits the column creates no keys. */
function alter({ integer }: SqlDialect): readonly string[] {
  return [
    "alter table keys drop constraint keys_hash_key",
    `alter table keys add column imported ${integer} not null default 0`,
    "update keys set imported = 1 where byte_length is null",
    "alter table keys alter column imported set default 1",
  ]
}

/** SQLite cannot drop a column constraint, so the table is rebuilt: https://sqlite.org/lang_altertable.html. */
function rebuild({ text, integer, table }: SqlDialect): readonly string[] {
  const kept =
    "id, workspace_id, api_id, identity_id, hash, algorithm, migration_id, start, prefix, byte_length, name, meta, enabled, expires, ciphertext, ip_allowlist, created_at, updated_at, deleted_at"
  return [
    table(
      "keys_rebuilt",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       api_id ${text} not null references apis (id),
       identity_id ${text} references identities (id),
       hash ${text} not null,
       algorithm ${text} not null,
       migration_id ${text},
       start ${text} not null,
       prefix ${text},
       byte_length ${integer},
       name ${text},
       meta ${text} not null,
       enabled ${integer} not null,
       expires ${integer},
       ciphertext ${text},
       ip_allowlist ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer},
       deleted_at ${integer},
       imported ${integer} not null default 1`,
    ),
    `insert into keys_rebuilt (${kept}, imported) select ${kept}, byte_length is null from keys`,
    "drop table keys",
    "alter table keys_rebuilt rename to keys",
    "create index keys_by_workspace on keys (workspace_id, id)",
    "create index keys_by_api on keys (api_id, id)",
    "create index keys_by_identity on keys (identity_id, id) where identity_id is not null",
  ]
}
