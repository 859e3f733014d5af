import { features } from "../../port/features.ts"
import { foundation } from "./0001-foundation.ts"
import { hashesPerWorkspace } from "./0004-hashes-per-workspace.ts"
import { people } from "./0011-people.ts"
import { usage } from "./0012-usage.ts"
import { signIn } from "./0015-sign-in.ts"
import { usageSizes } from "./0017-usage-sizes.ts"
import { keyLinkRights } from "./0022-key-link-rights.ts"
import { plans } from "./0025-plans.ts"
import { identityBalances } from "./0027-identity-balances.ts"
import { reservations } from "./0029-reservations.ts"
import { webhooks } from "./0031-webhooks.ts"
import { notices } from "./0032-notices.ts"
import { portal } from "./0034-portal.ts"
import { labelPlaces } from "./0035-label-places.ts"
import type { Migration } from "./migration.ts"

/** All migrations, oldest first. Long ones have their own files. */
export const migrations: readonly Migration[] = [
  foundation,
  /** Records the serving nodes, and which node works on an idempotency key. */
  {
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
  },
  /** Records the last commit of each lane, so a commit with a lost reply can be recognized. */
  {
    name: "0003-commit-marks",
    statements: ({ text, integer, table }) => [
      table("commit_marks", `lane ${text} primary key, mark ${text} not null, marked_at ${integer} not null`),
    ],
  },
  hashesPerWorkspace,
  /** Moves credits from keys to balances that keys can share. A balance without `remaining` is unlimited. */
  {
    name: "0005-balances",
    // A version that reads credits from the key would treat limited keys as unlimited.
    needs: "0005-balances",
    statements: ({ text, integer, table }) => [
      table(
        "balances",
        `id ${text} primary key,
         workspace_id ${text} not null references workspaces (id),
         remaining ${integer} check (remaining >= 0),
         refill_interval ${text},
         refill_amount ${integer},
         refill_day ${integer},
         refill_at ${integer}`,
      ),
      // Uses the ids of `balanceIdFor`, so exports from before this migration still match.
      `insert into balances
         select 'bal_' || substr(key_id, 5), workspace_id, remaining, refill_interval, refill_amount, refill_day, refill_at
         from key_credits join keys on keys.id = key_credits.key_id`,
      `alter table keys add column balance_id ${text} references balances (id)`,
      "update keys set balance_id = 'bal_' || substr(id, 5) where id in (select key_id from key_credits)",
      "create index keys_by_balance on keys (balance_id, id) where balance_id is not null",
      "drop table key_credits",
    ],
  },
  /** Bounds the work per tenant. The indexes cover only live overrides. */
  {
    name: "0007-bounded-work",
    // Replaces the dropped indexes, because every version queries only live overrides.
    needs: "0001-foundation",
    statements: ({ text }) => [
      `alter table idempotency add column progress ${text}`,
      // Includes the queried column, so counting reads only the index.
      `create index ratelimit_overrides_live on ratelimit_overrides (namespace_id, id, deleted_at)
         where deleted_at is null`,
      `create index ratelimit_override_patterns_live on ratelimit_overrides (namespace_id, id)
         where deleted_at is null and identifier like '%*%'`,
      // Counts the tag sets of a key per hour.
      "create index verifications_with_tags on verifications (key_id, hour, tags_hash) where tags <> '[]'",
      "drop index ratelimit_overrides_by_namespace",
      "drop index ratelimit_override_patterns",
    ],
  },
  /** An audit looks up the objects of an event, which had no index. */
  {
    name: "0008-event-resources-by-sequence",
    statements: () => ["create index event_resources_by_sequence on event_resources (sequence)"],
  },
  /** Records the hash version of an event. Null means version 1, used by older events and older nodes. */
  {
    name: "0010-chain-versions",
    statements: ({ integer }) => [`alter table events add column chain_version ${integer}`],
  },
  people,
  usage,
  /** Lists of keys by state, role or permission read only the keys in question. */
  {
    name: "0013-key-filters",
    // Replaces two indexes: queries by role or permission alone use the new ones as well.
    needs: "0001-foundation",
    statements: () => [
      "create index keys_disabled on keys (workspace_id, id) where enabled = 0",
      "create index keys_with_expiry on keys (workspace_id, id) where expires is not null",
      "create index key_roles_by_role_and_key on key_roles (role_id, key_id)",
      "create index key_permissions_by_permission_and_key on key_permissions (permission_id, key_id)",
      "drop index key_roles_by_role",
      "drop index key_permissions_by_permission",
    ],
  },
  /** Most quota checks read one row instead of counting all objects of the workspace. */
  {
    name: "0014-quota-bounds",
    statements: ({ text, integer, table }) => [
      table(
        "quota_bounds",
        `workspace_id ${text} not null references workspaces (id),
         kind ${text} not null,
         at_most ${integer} not null,
         counted_at ${integer} not null,
         primary key (workspace_id, kind)`,
      ),
    ],
  },
  signIn,
  /** Nodes report their load, for nodes.listNodes. */
  {
    name: "0016-node-reports",
    statements: ({ text }) => [`alter table nodes add column report ${text}`],
  },
  usageSizes,
  /** Terminals that sign in through a browser. */
  {
    name: "0018-device-logins",
    statements: ({ text, integer, table }) => [
      table(
        "device_logins",
        `id ${text} primary key,
         device_hash ${text} not null unique,
         code_hash ${text} not null unique,
         terminal ${text} not null,
         address ${text} not null,
         state ${text} not null,
         user_id ${text} references users (id) on delete cascade,
         session_id ${text},
         workspace_id ${text},
         permissions ${text},
         key_expires ${integer},
         created_at ${integer} not null,
         expires ${integer} not null`,
      ),
      "create index device_logins_by_expiry on device_logins (expires)",
      "create index device_logins_by_user on device_logins (user_id) where user_id is not null",
    ],
  },
  /** Usage of a deleted identity is found by its external id. */
  {
    name: "0019-deleted-identities",
    statements: () => [
      "create index identities_deleted on identities (workspace_id, external_id, id) where deleted_at is not null",
    ],
  },
  /** A reset works only while its maker is an operator. */
  {
    name: "0020-reset-makers",
    statements: ({ text }) => [
      `alter table resets add column created_by ${text}`,
      `alter table resets add column operator_key_hash ${text}`,
    ],
  },
  /** Deleted users do not come back through a provider. */
  {
    name: "0021-oidc-exclusions",
    statements: ({ text, integer, table }) => [
      table("oidc_exclusions", `hash ${text} primary key, created_at ${integer} not null`),
    ],
  },
  keyLinkRights,
  /** The number of sessions by one key is bounded. */
  {
    name: "0023-sessions-by-key",
    statements: () => [
      "create index sessions_by_root_key on sessions (root_key_id, id) where root_key_id is not null",
      "create index sessions_by_operator_key on sessions (operator_key_hash, id) where operator_key_hash is not null",
    ],
  },
  /** One switch and common permissions for all keys of an identity. Older versions run until the first use. */
  {
    name: features.identitySwitch,
    statements: ({ text, integer, table }) => [
      `alter table identities add column enabled ${integer} not null default 1`,
      `alter table keys add column scoped ${integer} not null default 0`,
      table(
        "identity_permissions",
        `identity_id ${text} not null references identities (id) on delete cascade,
         permission_id ${text} not null references permissions (id) on delete cascade,
         primary key (identity_id, permission_id)`,
      ),
      `alter table nodes add column newest_migration ${text}`,
      "create index identity_permissions_by_permission on identity_permissions (permission_id)",
      "create index identities_disabled on identities (workspace_id, id) where enabled = 0 and deleted_at is null",
    ],
  },
  plans,
  /** Secrets that a key had before its rotations. Older versions run until the first rotation. */
  {
    name: features.rotation,
    statements: ({ text, integer, table }) => [
      table(
        "previous_secrets",
        `hash ${text} not null,
         workspace_id ${text} not null references workspaces (id),
         key_id ${text} not null references keys (id) on delete cascade,
         imported ${integer} not null,
         start ${text} not null,
         prefix ${text},
         byte_length ${integer},
         ciphertext ${text},
         started_at ${integer} not null,
         ends_at ${integer} not null,
         forgotten ${integer} not null,
         primary key (hash, workspace_id)`,
      ),
      "create index previous_secrets_by_key on previous_secrets (key_id)",
      `alter table keys add column previous_expires ${integer}`,
      `alter table key_usage add column previous_last_used_at ${integer}`,
    ],
  },
  identityBalances,
  /** What identities may use by their plan. Older versions run until a plan has a quota. */
  {
    name: features.planQuotas,
    statements: ({ text, integer }) => [
      `alter table plans add column quota_limit ${integer}`,
      `alter table plans add column quota_interval ${text}`,
      `alter table plans add column quota_overage ${integer}`,
    ],
  },
  reservations,
  /** Readers of events see what they have missed. Null in events of older versions. */
  {
    name: "0030-event-numbers",
    statements: ({ integer }) => [`alter table events add column chain_number ${integer}`],
  },
  webhooks,
  notices,
  /** When credits are low. Those of older versions have no threshold until they change. */
  {
    name: "0033-thresholds",
    statements: ({ integer }) => [
      ...["balances", "identity_balances"].flatMap((name) => [
        `alter table ${name} add column low_at ${integer}`,
        `alter table ${name} add column fills ${integer} not null default 0`,
        `alter table ${name} add column low_told ${integer}`,
        `alter table ${name} add column exhausted_told ${integer}`,
      ]),
      `alter table identity_balances add column low_at_chosen ${integer} not null default 0`,
    ],
  },
  portal,
  labelPlaces,
]
