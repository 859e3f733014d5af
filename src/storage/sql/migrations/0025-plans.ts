import { features } from "../../port/features.ts"
import type { Migration } from "./migration.ts"

/** What many identities get, by reference. Older versions run until an identity has a plan, or a plan is the default. */
export const plans: Migration = {
  name: features.plans,
  statements: ({ text, integer, table }) => [
    table(
      "plans",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       name ${text} not null,
       description ${text},
       meta ${text} not null,
       max_keys ${integer},
       is_default ${integer} not null,
       created_at ${integer} not null,
       updated_at ${integer},
       deleted_at ${integer}`,
    ),
    "create index plans_by_workspace on plans (workspace_id, id)",
    "create unique index plans_by_name on plans (workspace_id, name) where deleted_at is null",
    "create unique index plans_default on plans (workspace_id) where is_default = 1 and deleted_at is null",
    table(
      "plan_permissions",
      `plan_id ${text} not null references plans (id) on delete cascade,
       permission_id ${text} not null references permissions (id) on delete cascade,
       primary key (plan_id, permission_id)`,
    ),
    "create index plan_permissions_by_permission on plan_permissions (permission_id)",
    `alter table ratelimits add column plan_id ${text} references plans (id) on delete cascade`,
    "create unique index ratelimits_by_plan on ratelimits (plan_id, name) where plan_id is not null",
    `alter table identities add column plan_id ${text} references plans (id)`,
    `alter table identities add column next_plan_id ${text} references plans (id)`,
    `alter table identities add column plan_change_at ${integer}`,
    // Whether an identity has a plan, or will have it, is one look at each.
    "create index identities_by_plan on identities (plan_id, plan_change_at) where plan_id is not null and deleted_at is null",
    "create index identities_by_next_plan on identities (next_plan_id) where next_plan_id is not null and deleted_at is null",
    // Counts the keys that `maxKeys` of a plan bounds, without those that have expired.
    "create index keys_live_by_identity on keys (identity_id, expires, api_id) where identity_id is not null and deleted_at is null",
  ],
}
