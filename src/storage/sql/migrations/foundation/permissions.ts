import type { SchemaDialect } from "../../schema/dialect.ts"

/** Permissions and roles; what holds them has tables of its own. */
export function permissionTables({ text, table }: SchemaDialect): readonly string[] {
  return [
    table(
      "permissions",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       slug ${text} not null,
       name ${text} not null,
       description ${text}`,
    ),
    "create index permissions_by_workspace on permissions (workspace_id, id)",
    "create unique index permissions_by_slug on permissions (workspace_id, slug)",
    table(
      "roles",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       name ${text} not null,
       description ${text}`,
    ),
    "create index roles_by_workspace on roles (workspace_id, id)",
    "create unique index roles_by_name on roles (workspace_id, name)",
    table(
      "role_permissions",
      `role_id ${text} not null references roles (id) on delete cascade,
       permission_id ${text} not null references permissions (id) on delete cascade,
       primary key (role_id, permission_id)`,
    ),
    "create index role_permissions_by_permission on role_permissions (permission_id)",
  ]
}
