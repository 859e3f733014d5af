import type { Migration } from "./migration.ts"

/** Events without a call, each recorded once by its mark. Older versions record none. */
export const notices: Migration = {
  name: "0032-notices",
  statements: ({ text, integer, table }) => [
    table(
      "notice_marks",
      `workspace_id ${text} not null references workspaces (id),
       kind ${text} not null,
       mark ${text} not null,
       expires_at ${integer} not null,
       primary key (workspace_id, kind, mark)`,
    ),
    "create index notice_marks_by_expiry on notice_marks (expires_at)",
    `alter table workspaces add column notices ${text}`,
    // What expires next, over all workspaces.
    "create index keys_by_expiry on keys (expires, id) where expires is not null and deleted_at is null",
    "create index root_keys_by_expiry on root_keys (expires, id) where expires is not null and deleted_at is null",
  ],
}
