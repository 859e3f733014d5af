import type { Migration } from "./migration.ts"

/** The page on which customers manage their keys, and its sessions. Older versions have no such page. */
export const portal: Migration = {
  name: "0034-portal",
  statements: ({ text, integer, table }) => [
    table(
      "portals",
      `id ${text} primary key,
       workspace_id ${text} not null unique references workspaces (id),
       rules ${text} not null,
       look ${text} not null,
       created_at ${integer} not null,
       updated_at ${integer}`,
    ),
    table(
      "portal_sessions",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       identity_id ${text} not null references identities (id) on delete cascade,
       link_hash ${text} not null unique,
       hash ${text} unique,
       made_by ${text} not null,
       apis ${text},
       actions ${text},
       customer ${text},
       actor ${text},
       return_url ${text},
       locale ${text},
       page ${text} not null,
       lasts_ms ${integer} not null,
       created_at ${integer} not null,
       opened_at ${integer},
       expires ${integer} not null`,
    ),
    "create index portal_sessions_by_workspace on portal_sessions (workspace_id, id)",
    "create index portal_sessions_by_identity on portal_sessions (identity_id, id)",
    "create index portal_sessions_by_expiry on portal_sessions (expires)",
  ],
}
