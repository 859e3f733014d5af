import { type AllowList, parseAllowList } from "../../../contract/cidr.ts"
import { compareBytes } from "../../../core/byte-order.ts"
import type { CustomerMeter } from "../../../core/customer-meter.ts"
import { effectivePermissions } from "../../../core/effective-permissions.ts"
import { createMemo } from "../../../core/memo.ts"
import type { Ratelimit } from "../../../core/model.ts"
import type { Quota } from "../../../core/quota.ts"
import { type MatchedSecret, mergeLimits, type SharedKeyFacts } from "../../../core/verify.ts"
import { type WrittenKeyFacts, writeKeyFacts } from "../../../core/wire.ts"
import type { AppliedPlan, EmbeddedIdentity } from "../../../core/wire-identity.ts"
import { defaultPlanOf, importedRootKeys } from "../../cache/stale-ids.ts"
import type { VerificationRecord } from "../../port/verification.ts"
import { type QuotaColumns, quotaOf } from "../schema/quota-columns.ts"
import type { BalanceRow, KeyRow, ResultRow } from "../schema/schema.ts"

/** Everything that a verification needs, in one row. */
export type VerificationRow = ResultRow<
  Pick<KeyRow, "id" | "workspace_id" | "api_id" | "enabled" | "imported" | "expires" | "name" | "scoped" | "meta"> &
    Pick<KeyRow, "ip_allowlist" | "balance_id" | "identity_id"> &
    Pick<KeyRow, "previous_expires"> &
    // Of the identity or, if it has none of its own, of its plan.
    QuotaColumns &
    Pick<BalanceRow, "remaining" | "low_at"> & {
      fills: number | null
      /** When the secret expires, if it is a previous one. */
      secret_expires: number | null
      api_ip_allowlist: string
      workspace_enabled: number
      external_id: string | null
      identity_enabled: number | null
      identity_meta: string | null
      identity_created_at: number | null
      identity_updated_at: number | null
      identity_deleted_at: number | null
      own_plan_id: string | null
      next_plan_id: string | null
      plan_change_at: number | null
      plan_id: string | null
      plan_name: string | null
      plan_meta: string | null
      billing_day: number | null
      identity_remaining: number | null
      identity_low_at: number | null
      identity_fills: number | null
      permissions: string | null
      identity_permissions: string | null
      plan_permissions: string | null
      roles: string | null
      key_limits: string | null
      identity_limits: string | null
      plan_limits: string | null
    }
>

/** What a verification keeps in memory of a key. */
export function recordOf(row: VerificationRow, now: number): VerificationRecord {
  const own: readonly LinkedPermission[] = listOf(row.permissions)
  const roles: readonly { id: string; name: string }[] = listOf(row.roles)
  const identity = identityOf(row, now)
  const inherited = identity === null ? none : inheritedOf(row)
  const permissions = effectivePermissions({
    own: textsOf(own, ({ slug }) => slug),
    inherited: [...new Set(textsOf(inherited, ({ slug }) => slug))],
    scoped: row.scoped === 1,
  })
  const facts = sharedFacts({
    workspaceId: shared(row.workspace_id),
    apiId: shared(row.api_id),
    identityId: identity === null ? null : identity.id,
    workspaceEnabled: row.workspace_enabled === 1,
    enabled: row.enabled === 1,
    identityEnabled: identity === null || identity.enabled,
    expires: expiryOf(row),
    planChangeAt: identity === null || isDue(row, now) ? null : row.plan_change_at,
    apiIpAllowlist: allowListOf(row.api_ip_allowlist),
    ipAllowlist: allowListOf(row.ip_allowlist),
    permissions,
    limits: mergeLimits({
      workspaceId: row.workspace_id,
      key: { id: row.id, ratelimits: limitsOf(row.key_limits) },
      identity,
      planLimits: identity === null ? none : limitsOf(row.plan_limits),
    }),
    meter: identity === null ? null : meterOf(identity.id, row),
    responseJson: writeKeyFacts({
      apiId: row.api_id,
      enabled: row.enabled === 1,
      metaJson: row.meta,
      permissions,
      roles: textsOf(roles, ({ name }) => name),
      name: row.name,
      expires: row.expires,
      identity,
    }),
  })
  const owners = [row.identity_id, row.balance_id].filter((id) => id !== null)
  const plans = identity === null ? none : plansBehind(row, identity)
  const rival = row.imported === 1 ? [importedRootKeys] : []
  const others = [...own, ...inherited, ...roles].map(({ id }) => id)
  const balanceId = row.remaining === null ? null : row.balance_id
  const threshold = balanceId === null ? null : { lowAt: row.low_at, fills: row.fills ?? 0 }
  // Named here, because adding a field to an object later makes all accesses slower.
  const key = { keyId: row.id, facts, balanceId, threshold, matched: matchedSecretOf(row), latestUse: undefined }
  return { key, dependsOn: [row.id, facts.apiId, facts.workspaceId, ...rival, ...plans, ...owners, ...others] }
}

/** Without a plan of its own, another plan may become the default. */
function plansBehind({ plan_id: id, workspace_id }: VerificationRow, { plan }: EmbeddedIdentity): readonly string[] {
  const known = id === null ? none : [shared(id)]
  return plan === null || plan.isInherited ? [shared(defaultPlanOf(workspace_id)), ...known] : known
}

/** Of the identity and of its plan. */
function inheritedOf(row: VerificationRow): readonly LinkedPermission[] {
  const ofIdentity: readonly LinkedPermission[] = listOf(row.identity_permissions)
  const ofPlan: readonly LinkedPermission[] = listOf(row.plan_permissions)
  if (ofPlan.length === 0) return ofIdentity
  return ofIdentity.length === 0 ? ofPlan : [...ofIdentity, ...ofPlan]
}

/** Whether the planned change of plan has happened. */
function isDue({ plan_change_at: at }: VerificationRow, now: number): boolean {
  return at !== null && at <= now
}

function expiryOf({ expires, secret_expires }: VerificationRow): number | null {
  return expires === null || secret_expires === null ? (expires ?? secret_expires) : Math.min(expires, secret_expires)
}

function matchedSecretOf({ secret_expires, previous_expires }: VerificationRow): MatchedSecret | null {
  if (secret_expires !== null) return { name: "previous", overlapEnds: secret_expires }
  return previous_expires === null ? null : { name: "current", overlapEnds: previous_expires }
}

interface LinkedPermission {
  readonly id: string
  readonly slug: string
}

const knownMeters = createMemo<CustomerMeter>(10_000)

/** All keys of an identity share it. */
function meterOf(identityId: string, row: VerificationRow): CustomerMeter | null {
  const quota = sharedQuota(quotaOf(row))
  if (quota === null && row.identity_remaining === null) return null
  const threshold = { lowAt: row.identity_low_at, fills: row.identity_fills ?? 0 }
  const prepaid = row.identity_remaining === null ? undefined : { threshold }
  const meter = { identityId, billingDay: row.billing_day ?? 1, quota, ...prepaid }
  return knownMeters(JSON.stringify(meter), () => meter)
}

const knownQuotas = createMemo<Quota>(1_000)

/** The identities of a plan share its quota. */
function sharedQuota(quota: Quota | null): Quota | null {
  return quota && knownQuotas(JSON.stringify(quota), () => quota)
}

const knownFacts = createMemo<SharedKeyFacts>(10_000)

/** Shares equal facts between keys. Long facts and hidden lists are excluded, because their size is not counted. */
function sharedFacts(facts: SharedKeyFacts): SharedKeyFacts {
  if (facts.responseJson.length > 300 || !emptyFacts.every((fact) => isEmpty(facts[fact]))) return facts
  return knownFacts(`${facts.responseJson} ${equalFacts.map((fact) => facts[fact])}`, () => facts)
}

function isEmpty(fact: readonly unknown[] | CustomerMeter | null): boolean {
  return fact === null || ("length" in fact && fact.length === 0)
}

/** How facts with the same response are proven equal: the response shows the fact, or it is compared. */
type FactComparison<Fact extends keyof SharedKeyFacts> =
  | (Fact extends keyof WrittenKeyFacts | "responseJson" ? "shown" : never)
  | (SharedKeyFacts[Fact] extends readonly unknown[] | CustomerMeter | null ? "empty" : "equal")

/** A new fact does not compile until its comparison is defined. */
const agreements = {
  responseJson: "shown",
  apiId: "shown",
  enabled: "shown",
  // The response shows the expiry of the key, and a previous secret may expire earlier.
  expires: "equal",
  permissions: "shown",
  workspaceId: "equal",
  identityId: "equal",
  identityEnabled: "equal",
  planChangeAt: "equal",
  workspaceEnabled: "equal",
  apiIpAllowlist: "empty",
  ipAllowlist: "empty",
  limits: "empty",
  meter: "empty",
} as const satisfies { readonly [Fact in keyof SharedKeyFacts]: FactComparison<Fact> }

const emptyFacts = factsBy("empty")
const equalFacts = factsBy("equal")

type FactsBy<How> = {
  [Fact in keyof SharedKeyFacts]: (typeof agreements)[Fact] extends How ? Fact : never
}[keyof SharedKeyFacts]

function factsBy<How extends string>(how: How): readonly FactsBy<How>[] {
  const facts = Object.entries(agreements).filter(([, agreement]) => agreement === how)
  return facts.map(([fact]) => fact as FactsBy<How>)
}

const knownAllowLists = createMemo<NonNullable<AllowList>>(1_000)

/** Parsed when a key is loaded; the keys of an API share its list. */
function allowListOf(json: string): AllowList {
  if (json === "[]") return null
  return knownAllowLists(json, () => parseAllowList(JSON.parse(json)) ?? none)
}

/** Null if the identity was deleted. As a join condition, this would keep PostgreSQL from using the id index. */
function identityOf(row: VerificationRow, now: number): EmbeddedIdentity | null {
  if (row.identity_deleted_at !== null) return null
  if (row.identity_id === null || row.external_id === null || row.identity_created_at === null) return null
  return {
    id: row.identity_id,
    workspaceId: row.workspace_id,
    externalId: row.external_id,
    enabled: row.identity_enabled === 1,
    meta: JSON.parse(row.identity_meta ?? "{}"),
    ratelimits: limitsOf(row.identity_limits),
    plan: planOf(row, now),
    createdAt: row.identity_created_at,
    updatedAt: row.identity_updated_at,
  }
}

function planOf(row: VerificationRow, now: number): AppliedPlan | null {
  if (row.plan_id === null || row.plan_name === null) return null
  const ownId = isDue(row, now) ? row.next_plan_id : row.own_plan_id
  const meta = JSON.parse(row.plan_meta ?? "{}")
  return { id: row.plan_id, name: row.plan_name, meta, isInherited: ownId === null }
}

function limitsOf(json: string | null): readonly Ratelimit[] {
  const limits: readonly (Omit<Ratelimit, "autoApply"> & { autoApply: number })[] = listOf(json)
  if (limits.length === 0) return none
  return limits
    .map((limit) => ({ ...limit, autoApply: limit.autoApply === 1 }))
    .sort((one, other) => compareBytes(one.name, other.name))
}

function textsOf<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly string[] {
  return items.length === 0 ? none : items.map((item) => shared(textOf(item))).sort(compareBytes)
}

/** Shared, because most lists of the many cached records are empty. */
const none: readonly never[] = []

function listOf<Item>(json: string | null): readonly Item[] {
  return json === null || json === "[]" ? none : JSON.parse(json)
}

const knownTexts = createMemo<string>(10_000)

/** Shares one copy of a text that many records contain. */
function shared(text: string): string {
  return knownTexts(text, itself)
}

function itself(text: string): string {
  return text
}
