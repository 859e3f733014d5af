import type { SchemaDialect } from "../../schema/dialect.ts"

/** Rate limits of keys, identities and plans, and those of namespaces. */
export function rateLimitTables({ text, integer, table }: SchemaDialect): readonly string[] {
  return [
    table(
      "ratelimits",
      `id ${text} primary key,
       key_id ${text} references keys (id) on delete cascade,
       identity_id ${text} references identities (id) on delete cascade,
       plan_id ${text} references plans (id) on delete cascade,
       name ${text} not null,
       limit_count ${integer} not null,
       duration ${integer} not null,
       auto_apply ${integer} not null`,
    ),
    "create unique index ratelimits_by_key on ratelimits (key_id, name) where key_id is not null",
    "create unique index ratelimits_by_identity on ratelimits (identity_id, name) where identity_id is not null",
    "create unique index ratelimits_by_plan on ratelimits (plan_id, name) where plan_id is not null",
    table(
      "ratelimit_namespaces",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       name ${text} not null,
       created_at ${integer} not null,
       deleted_at ${integer}`,
    ),
    "create index ratelimit_namespaces_by_workspace on ratelimit_namespaces (workspace_id, id)",
    "create unique index ratelimit_namespaces_by_name on ratelimit_namespaces (workspace_id, name)",
    table(
      "ratelimit_overrides",
      `id ${text} primary key,
       namespace_id ${text} not null references ratelimit_namespaces (id),
       identifier ${text} not null,
       limit_count ${integer} not null,
       duration ${integer} not null,
       created_at ${integer} not null,
       deleted_at ${integer}`,
    ),
    "create unique index ratelimit_overrides_by_identifier on ratelimit_overrides (namespace_id, identifier)",
    `create index ratelimit_overrides_live on ratelimit_overrides (namespace_id, id, deleted_at)
       where deleted_at is null`,
    `create index ratelimit_override_patterns_live on ratelimit_overrides (namespace_id, id)
       where deleted_at is null and identifier like '%*%'`,
  ]
}
