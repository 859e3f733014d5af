import type { DisableReason } from "../../../contract/disable-reasons.ts"
import type { EventType, NoticeType } from "../../../contract/event-types.ts"
import type { HashAlgorithm } from "../../../contract/migration.ts"
import type { PortalAction, PortalPage } from "../../../contract/portal-actions.ts"
import type { Meta } from "../../../contract/primitives.ts"
import type { WebhookDisableReason, WebhookFormat } from "../../../contract/webhook.ts"
import type { Limits, NoticeSettings } from "../../../contract/workspace.ts"
import type { CreditOperation } from "../../../core/change-credits.ts"
import type { Actor, Changes, Resource } from "../../../core/model.ts"
import type { PortalLook, PortalMaker, PortalRules } from "../../../core/portal.ts"
import type { QuotaInterval } from "../../../core/quota.ts"
import type { CommitAnswer } from "../../../core/reservation.ts"
import type { Attempt, Delivery } from "../../../core/webhook-rules.ts"
import type { NodeReport } from "../../port/nodes.ts"
import {
  boolean,
  eventSequence,
  integer,
  json,
  named,
  nullable,
  ownedBy,
  reference,
  sequence,
  table,
  text,
  time,
} from "./columns.ts"
import { peopleTables } from "./people-tables.ts"
import { usageTables } from "./usage-tables.ts"

/** Use in a period, and in the one that was counted before it. */
const countColumns = {
  period_from: time,
  used: integer,
  overage_used: integer,
  previous_from: nullable(time),
  previous_used: nullable(integer),
  previous_overage_used: nullable(integer),
  /** How often the count was set in its period. */
  count_version: integer,
  previous_version: nullable(integer),
}

/** What open reservations hold of a balance. */
const holdColumns = {
  reserved: integer,
  /** When the first of them runs out, or earlier; null if none is open. */
  returns_at: nullable(time),
  /** Raised when credits are set or refilled. */
  credits_version: integer,
}

/** When credits are low (core/threshold.ts). Spends leave it as it is. */
const thresholdColumns = {
  low_at: nullable(integer),
  fills: integer,
  low_told: nullable(integer),
  exhausted_told: nullable(integer),
}

const quotaColumns = {
  /** null: no quota. */
  quota_limit: nullable(integer),
  quota_interval: nullable(text<QuotaInterval>()),
  /** null, with a limit: without a bound. */
  quota_overage: nullable(integer),
}

/**
 * Every table of the schema as it is after all migrations. The types of rows, the conversions to objects of core/, the
 * integers of Postgres and the order of a copy follow from this; tables.test.ts compares it with both engines.
 */
export const tables = {
  installation: table({ key: ["name"] }, { name: text(), value: text() }),
  workspaces: table(
    { key: ["id"], idPrefix: "ws", isLockedByWorkspace: true },
    {
      id: text(),
      name: text(),
      enabled: boolean,
      disabled_reason: nullable(text<DisableReason>()),
      disabled_note: nullable(text()),
      disabled_at: nullable(time),
      requests_per_minute: nullable(integer),
      max_keys: nullable(integer),
      max_identities: nullable(integer),
      verifications_per_month: nullable(integer),
      on_exceeded: text<Limits["onExceeded"]>(),
      /** null: the defaults. */
      notices: nullable(json<NoticeSettings>()),
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  event_chains: table(
    { key: ["workspace_id"], recordsEvents: true },
    { workspace_id: reference("workspaces"), length: integer, hash: text() },
  ),
  events: table(
    { key: ["sequence"], recordsEvents: true },
    {
      /** Commit order over the whole installation. */
      sequence,
      id: text(),
      workspace_id: reference("workspaces"),
      type: text<EventType>(),
      time,
      actor_type: text<Actor["type"]>(),
      actor_id: text(),
      actor_name: nullable(text()),
      actor_session_id: nullable(text()),
      request_id: nullable(text()),
      resources: json<readonly Resource[]>(),
      changes: json<Changes>(),
      previous_hash: text(),
      hash: text(),
      chain_version: integer,
      chain_number: integer,
    },
  ),
  event_resources: table(
    { key: ["resource_id", "sequence"], recordsEvents: true },
    { resource_id: text(), sequence: eventSequence },
  ),
  root_keys: table(
    { key: ["id"], idPrefix: "rk", isLockedByWorkspace: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      hash: text(),
      start: text(),
      name: nullable(text()),
      enabled: boolean,
      permissions: json<readonly string[]>(),
      expires: nullable(time),
      /** The user who made it, deleted users included. */
      created_by: nullable(text()),
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  root_key_usage: table(
    { key: ["root_key_id"], isLockedByWorkspace: true },
    { root_key_id: text(), last_used_at: time },
  ),
  apis: table(
    { key: ["id"], idPrefix: "api", isLockedByWorkspace: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      name: text(),
      default_prefix: nullable(text()),
      default_bytes: nullable(integer),
      delete_protection: boolean,
      ip_allowlist: json<readonly string[]>(),
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  plans: table(
    { key: ["id"], idPrefix: "plan", isLockedByWorkspace: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      name: text(),
      description: nullable(text()),
      meta: json<Meta>(),
      max_keys: nullable(integer),
      ...quotaColumns,
      is_default: boolean,
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  identities: table(
    { key: ["id"], idPrefix: "id", isLockedByWorkspace: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      external_id: text(),
      enabled: boolean,
      meta: json<Meta>(),
      /** null: the default plan of the workspace, if there is one. */
      plan_id: nullable(reference("plans")),
      /** From `plan_change_at` on, this is the plan. Nothing is written at that time. */
      next_plan_id: nullable(reference("plans")),
      plan_change_at: nullable(time),
      billing_day: integer,
      ...quotaColumns,
      /** Whether it has a row in identity_balances, so that others need not be looked up there. */
      is_metered: boolean,
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  /** What an identity has used and prepaid. Rows are added under the lock of the workspace, and spends change them. */
  identity_balances: table(
    { key: ["identity_id"] },
    {
      identity_id: ownedBy("identities"),
      /** Credits; null means none. */
      remaining: nullable(integer),
      /** The interval that is counted; null means that nothing was counted yet. */
      counted_interval: nullable(text<QuotaInterval>()),
      ...countColumns,
      ...holdColumns,
      ...thresholdColumns,
      /** Whether a caller has chosen `low_at`. */
      low_at_chosen: boolean,
    },
  ),
  /** Counts of intervals that do not apply now. */
  identity_counts: table(
    { key: ["identity_id", "counted_interval"] },
    { identity_id: ownedBy("identities"), counted_interval: text<QuotaInterval>(), ...countColumns },
  ),
  /** What was done under a reference, such as a payment. Each counts once. */
  credit_references: table(
    { key: ["identity_id", "reference"] },
    {
      identity_id: ownedBy("identities"),
      reference: text(),
      operation: text<CreditOperation>(),
      /** null: the credits were removed. */
      amount: nullable(integer),
      created_at: time,
    },
  ),
  balances: table(
    { key: ["id"], idPrefix: "bal" },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      /** null means unlimited. */
      remaining: nullable(integer),
      refill_interval: nullable(text<"daily" | "monthly">()),
      refill_amount: nullable(integer),
      refill_day: nullable(integer),
      refill_at: nullable(time),
      ...holdColumns,
      ...thresholdColumns,
    },
  ),
  /** Names keys and balances without references, because a reservation can be committed when they are gone. */
  reservations: table(
    { key: ["id"], idPrefix: "rsv" },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      api_id: text(),
      key_id: text(),
      identity_id: nullable(text()),
      cost: integer,
      expires_at: time,
      /** null once it was given back or committed. */
      returns_at: nullable(time),
      /** The balance of the key that the cost was taken from. */
      balance_id: nullable(text()),
      balance_version: nullable(integer),
      /** The identity that the cost was taken from. */
      customer_id: nullable(text()),
      quota_part: nullable(integer),
      credits_part: nullable(integer),
      overage_part: nullable(integer),
      credits_version: nullable(integer),
      counted_interval: nullable(text<QuotaInterval>()),
      period_from: nullable(time),
      count_version: nullable(integer),
      answer: nullable(json<CommitAnswer>()),
    },
  ),
  keys: table(
    { key: ["id"], idPrefix: "key" },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      api_id: reference("apis"),
      identity_id: nullable(reference("identities")),
      hash: text(),
      algorithm: text<HashAlgorithm>(),
      migration_id: nullable(text()),
      start: text(),
      prefix: nullable(text()),
      byte_length: nullable(integer),
      name: nullable(text()),
      /** 0: holds its own permissions and those of its identity and plan. */
      scoped: boolean,
      meta: json<Meta>(),
      enabled: boolean,
      expires: nullable(time),
      ciphertext: nullable(text()),
      ip_allowlist: json<readonly string[]>(),
      /** 0: minted by this installation. */
      imported: boolean,
      balance_id: nullable(reference("balances")),
      /** When the newest of its previous secrets expires; null for a key that was never rotated. */
      previous_expires: nullable(time),
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  /** Apart from `keys`, so that a verification reads them only if no key has the hash. */
  previous_secrets: table(
    { key: ["hash", "workspace_id"] },
    {
      hash: text(),
      workspace_id: reference("workspaces"),
      key_id: ownedBy("keys"),
      imported: boolean,
      start: text(),
      prefix: nullable(text()),
      byte_length: nullable(integer),
      ciphertext: nullable(text()),
      started_at: time,
      /** Not `expires`, because the row stays. */
      ends_at: named("expires", time),
      /** 1: a later rotation has replaced it, so that only its hash stays taken. */
      forgotten: boolean,
    },
  ),
  key_usage: table(
    { key: ["key_id"] },
    {
      key_id: ownedBy("keys"),
      last_used_at: time,
      /** A use before the latest rotation was one of another secret. */
      previous_last_used_at: nullable(time),
    },
  ),
  /** Belongs to a key, to an identity or to a plan: exactly one of the three is set. */
  ratelimits: table(
    { key: ["id"], idPrefix: "rl" },
    {
      id: text(),
      key_id: nullable(ownedBy("keys")),
      identity_id: nullable(ownedBy("identities")),
      plan_id: nullable(ownedBy("plans")),
      name: text(),
      limit_count: named("limit", integer),
      duration: integer,
      auto_apply: boolean,
    },
  ),
  permissions: table(
    { key: ["id"], idPrefix: "perm" },
    { id: text(), workspace_id: reference("workspaces"), slug: text(), name: text(), description: nullable(text()) },
  ),
  roles: table(
    { key: ["id"], idPrefix: "role" },
    { id: text(), workspace_id: reference("workspaces"), name: text(), description: nullable(text()) },
  ),
  role_permissions: table(
    { key: ["role_id", "permission_id"] },
    { role_id: ownedBy("roles"), permission_id: ownedBy("permissions") },
  ),
  key_permissions: table(
    { key: ["key_id", "permission_id"] },
    { key_id: ownedBy("keys"), permission_id: ownedBy("permissions") },
  ),
  identity_permissions: table(
    { key: ["identity_id", "permission_id"] },
    { identity_id: ownedBy("identities"), permission_id: ownedBy("permissions") },
  ),
  plan_permissions: table(
    { key: ["plan_id", "permission_id"] },
    { plan_id: ownedBy("plans"), permission_id: ownedBy("permissions") },
  ),
  key_roles: table({ key: ["key_id", "role_id"] }, { key_id: ownedBy("keys"), role_id: ownedBy("roles") }),
  ratelimit_namespaces: table(
    { key: ["id"], idPrefix: "rlns" },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      name: text(),
      created_at: time,
      deleted_at: nullable(time),
    },
  ),
  ratelimit_overrides: table(
    { key: ["id"], idPrefix: "rlor" },
    {
      id: text(),
      namespace_id: reference("ratelimit_namespaces"),
      identifier: text(),
      limit_count: named("limit", integer),
      duration: integer,
      created_at: time,
      deleted_at: nullable(time),
    },
  ),
  key_migrations: table(
    { key: ["id"], idPrefix: "mig" },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      name: nullable(text()),
      algorithm: text<HashAlgorithm>(),
      created_at: time,
    },
  ),
  webhooks: table(
    { key: ["id"], idPrefix: "whk", isLockedByWorkspace: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      origin: text(),
      types: json<readonly string[]>(),
      format: text<WebhookFormat>(),
      description: nullable(text()),
      enabled: boolean,
      disabled_reason: nullable(text<WebhookDisableReason>()),
      /** URL and secrets. */
      ciphertext: nullable(text()),
      created_at: time,
      updated_at: nullable(time),
      deleted_at: nullable(time),
    },
  ),
  /** How delivery to a webhook stands (core/webhook-rules.ts). The node with the duty writes it, without the lock of the workspace. */
  webhook_states: table(
    { key: ["webhook_id"] },
    {
      webhook_id: ownedBy("webhooks"),
      position: integer,
      revision: integer,
      last_delivered_at: nullable(time),
      failing_since: nullable(time),
      down_since: nullable(time),
      down_ms: integer,
      failed_firsts: integer,
      next_new_at: time,
      held_until: time,
    },
  ),
  /** Events that were tried. Those behind the position of a webhook that were not have no row. */
  webhook_deliveries: table(
    { key: ["webhook_id", "sequence"] },
    {
      webhook_id: ownedBy("webhooks"),
      sequence: integer,
      event_id: text(),
      type: text(),
      time,
      status: text<Delivery["status"]>(),
      next_attempt_at: nullable(time),
      attempts: json<readonly Attempt[]>(),
      attempt_count: integer,
      counted_attempts: integer,
      first_attempt_at: time,
      last_attempt_at: time,
      down_ms_at_first: integer,
    },
  ),
  portals: table(
    { key: ["id"], idPrefix: "ptl", isLockedByWorkspace: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      rules: json<PortalRules>(),
      /** Images make it large. */
      look: json<PortalLook>(),
      created_at: time,
      updated_at: nullable(time),
    },
  ),
  /** A link, and the session that it becomes. */
  portal_sessions: table(
    { key: ["id"], idPrefix: "pts", isDeletedAtExpiry: true },
    {
      id: text(),
      workspace_id: reference("workspaces"),
      identity_id: ownedBy("identities"),
      link_hash: text(),
      hash: nullable(text()),
      made_by: json<PortalMaker>(),
      apis: nullable(json<readonly string[]>()),
      actions: nullable(json<readonly PortalAction[]>()),
      customer: nullable(text()),
      actor: nullable(text()),
      return_url: nullable(text()),
      locale: nullable(text()),
      page: text<PortalPage>(),
      lasts_ms: integer,
      created_at: time,
      opened_at: nullable(time),
      expires: time,
    },
  ),
  /** What notices were recorded about, so that each is recorded once. After `expires_at`, its cause cannot come again. */
  notice_marks: table(
    { key: ["workspace_id", "kind", "mark"] },
    { workspace_id: reference("workspaces"), kind: text<NoticeType>(), mark: text(), expires_at: time },
  ),
  /** Work that one node does for all. */
  duties: table({ key: ["name"], isTransient: true }, { name: text(), node: text(), term: integer }),
  ...peopleTables,
  idempotency: table(
    { key: ["scope", "operation", "key_hash"] },
    {
      /** Workspace id, or `operator` for the installation. */
      scope: text(),
      operation: text(),
      key_hash: text(),
      body_hash: text(),
      /** Identifies the first request while it runs; a stored response has no claim. */
      claim: nullable(text()),
      /** The node of the claim, if there may be several nodes. */
      node: nullable(text()),
      required: nullable(text()),
      response: nullable(text()),
      /** The progress of a request that commits in slices. Without a claim, another request may continue it. */
      progress: nullable(text()),
      /** When the claim or the kept response does; progress outlives its claim by a day. */
      expires_at: time,
    },
  ),
  nodes: table(
    { key: ["id"], isTransient: true },
    {
      id: text(),
      /** By the clock of the database; another one after every renewal. */
      lease_ends_at: time,
      applied_sequence: integer,
      shares_limits: boolean,
      version: text(),
      started_at: time,
      /** null until the node renews its lease. */
      report: nullable(json<NodeReport>()),
    },
  ),
  /** An upper bound of how many objects of a kind a workspace has. A missing row means that they have to be counted. */
  quota_bounds: table(
    { key: ["workspace_id", "kind"], isTransient: true, isLockedByWorkspace: true },
    { workspace_id: reference("workspaces"), kind: text<"keys" | "identities">(), at_most: integer, counted_at: time },
  ),
  commit_marks: table({ key: ["lane"], isTransient: true }, { lane: text(), mark: text(), marked_at: time }),
  verification_counts: table(
    { key: ["workspace_id", "month"] },
    { workspace_id: text(), month: text(), count: integer },
  ),
  ...usageTables,
}
