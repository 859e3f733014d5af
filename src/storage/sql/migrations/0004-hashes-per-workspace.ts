import type { SqlDialect } from "../dialect.ts"
import type { Migration } from "./migration.ts"

/**
 * A hash is unique in its workspace only, and a key says whether it was imported: two workspaces may import the same
 * key, and neither learns of the other.
 */
export const hashesPerWorkspace: Migration = {
  name: "0004-hashes-per-workspace",
  // An older program looks up a hash without its workspace, and would take the key of one workspace for that of another.
  needs: "0004-hashes-per-workspace",
  statements: (dialect) => [
    ...(dialect.engine === "sqlite" ? rebuild(dialect) : alter(dialect)),
    // The hash stands first: a bearer is looked up before its workspace is known.
    "create unique index keys_by_hash on keys (hash, workspace_id)",
  ],
}

/** Without a recorded length nothing was minted here. A node that does not name the column mints nothing either. */
function alter({ integer }: SqlDialect): readonly string[] {
  return [
    "alter table keys drop constraint keys_hash_key",
    `alter table keys add column imported ${integer} not null default 0`,
    "update keys set imported = 1 where byte_length is null",
    "alter table keys alter column imported set default 1",
  ]
}

/** SQLite cannot drop the constraint of a column, so the table is made again; see https://sqlite.org/lang_altertable.html. */
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
