import { type CompiledQuery, type RawBuilder, sql } from "kysely"
import { type AllowList, parseAllowList } from "../../../contract/cidr.ts"
import { compareBytes } from "../../../core/byte-order.ts"
import type { CustomerMeter } from "../../../core/customer-meter.ts"
import { effectivePermissions } from "../../../core/effective-permissions.ts"
import { createMemo } from "../../../core/memo.ts"
import type { Ratelimit } from "../../../core/model.ts"
import { type MatchedSecret, mergeLimits, type SharedKeyFacts } from "../../../core/verify.ts"
import { type AppliedPlan, type EmbeddedIdentity, type WrittenKeyFacts, writeKeyFacts } from "../../../core/wire.ts"
import { defaultPlanOf, importedRootKeys } from "../../cache/stale-ids.ts"
import type { UnadoptedKey, VerificationReads, VerificationRecord } from "../../port/verification.ts"
import type { Engine } from "../engine.ts"
import { type QuotaColumns, quotaOf } from "../schema/quota-columns.ts"
import type { BalanceRow, KeyRow, ResultRow } from "../schema/schema.ts"

/** Reads everything that a verification needs in one query, compiled once, because every uncached key takes this path. */
export function verificationReads(engine: Engine): VerificationReads {
  const byHash = compileFind(
    engine,
    sql`k.hash = ${""} and k.workspace_id = ${""} and k.algorithm = 'sha256'
      and (k.imported = 0 or ${isOfNoRootKey(sql.ref("k.hash"))})`,
  )
  const byId = compileFind(engine, sql`k.id = ${""} and k.workspace_id = ${""}`)
  const bySecret = compileFindBySecret(engine)
  const prefixed = compileFindPrefixed(engine)
  // The time comes first, because the statements use it before their conditions.
  const findUncached = async (workspaceId: string, hash: string, now: number) => {
    const known = firstRecord(await engine.lookUp(byHash, [now, hash, workspaceId]), now)
    if (known !== undefined) return known
    // Looks for both kinds of secrets at once: between two statements, a cancelled rotation could move the hash.
    const parameters = [now, hash, hash, workspaceId, hash, workspaceId, workspaceId]
    return firstRecord(await engine.lookUp(bySecret, parameters), now)
  }
  return {
    findUncached,
    findById: async (workspaceId, keyId, now) =>
      firstRecord(await engine.lookUp(byId, [now, keyId, workspaceId]), now)?.key,
    find: async (workspaceId, hash, now) => (await findUncached(workspaceId, hash, now))?.key,
    findPrefixed: async (workspaceId, { whole, longToken }) =>
      firstUnadopted(await engine.lookUp(prefixed, [longToken, workspaceId, whole, whole, whole])),
  }
}

function firstRecord([row]: readonly Row[], now: number): VerificationRecord | undefined {
  return row && recordOf(row, now)
}

type Row = ResultRow<
  Pick<KeyRow, "id" | "workspace_id" | "api_id" | "enabled" | "imported" | "expires" | "name" | "scoped" | "meta"> &
    Pick<KeyRow, "ip_allowlist" | "balance_id" | "identity_id"> &
    Pick<KeyRow, "previous_expires"> &
    // Of the identity or, if it has none of its own, of its plan.
    QuotaColumns &
    Pick<BalanceRow, "remaining"> & {
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
      permissions: string | null
      identity_permissions: string | null
      plan_permissions: string | null
      roles: string | null
      key_limits: string | null
      identity_limits: string | null
      plan_limits: string | null
    }
>

/** Finds a key by its current secret or, if no key has the hash, by a previous one. */
function compileFindBySecret(engine: Engine): CompiledQuery<Row> {
  const isUsable = sql`(s.imported = 0 or ${isOfNoRootKey(sql.ref("s.hash"))})`
  const secret = {
    expires: sql`previous.ends_at`,
    imported: sql`coalesce(previous.imported, k.imported)`,
    join: sql`left join previous_secrets previous on previous.hash = ${""} and previous.key_id = k.id`,
  }
  const isWanted = sql`k.id = coalesce(
    (select s.id from keys s where s.hash = ${""} and s.workspace_id = ${""} and s.algorithm = 'sha256' and ${isUsable}),
    (select s.key_id from previous_secrets s
      where s.hash = ${""} and s.workspace_id = ${""} and s.forgotten = 0 and ${isUsable})
  ) and k.workspace_id = ${""}`
  return compileFind(engine, isWanted, secret)
}

const currentSecret = { expires: sql`null`, imported: sql`k.imported`, join: sql`` }

function compileFind(
  { pointReader, dialect }: Engine,
  isWanted: RawBuilder<unknown>,
  secret = currentSecret,
): CompiledQuery<Row> {
  const array = sql.raw(dialect.jsonArray)
  const object = sql.raw(dialect.jsonObject)
  // Checking for rows first is cheaper than aggregating an empty list. With `exists`, PostgreSQL may scan whole tables.
  const isAnyIn = (table: string, owner: string, id: string) =>
    sql`(select 1 from ${sql.ref(table)} where ${sql.ref(owner)} = ${sql.ref(id)} limit 1) = 1`
  const hasPermissions = isAnyIn("key_permissions", "key_id", "k.id")
  const hasRoles = isAnyIn("key_roles", "key_id", "k.id")
  const limits = (owner: "key_id" | "identity_id" | "plan_id", id: string) => sql`
    case when ${isAnyIn("ratelimits", owner, id)} then (select cast(${array}(${object}(
      'id', id, 'name', name, 'limit', limit_count, 'duration', duration, 'autoApply', auto_apply
    )) as text) from ratelimits where ${sql.ref(owner)} = ${sql.ref(id)}) end`
  const linked = (table: string, owner: string, id: string) => sql`
    case when ${isAnyIn(table, owner, id)} then (
      select cast(${array}(${object}('id', p.id, 'slug', p.slug)) as text)
      from ${sql.ref(table)} l join permissions p on p.id = l.permission_id where ${sql.ref(`l.${owner}`)} = ${sql.ref(id)}
    ) end`
  // Overlapping roles may grant a permission a hundred times, so each is read once.
  return sql<Row>`
    select k.id, k.workspace_id, k.api_id, k.enabled, ${secret.imported} as imported, k.expires, k.name, k.scoped, k.meta,
      k.ip_allowlist, k.previous_expires, ${secret.expires} as secret_expires,
      a.ip_allowlist as api_ip_allowlist, w.enabled as workspace_enabled,
      k.balance_id, b.remaining,
      i.id as identity_id, i.external_id, i.enabled as identity_enabled, i.meta as identity_meta,
      i.plan_id as own_plan_id, i.next_plan_id, i.plan_change_at,
      pl.id as plan_id, pl.name as plan_name, pl.meta as plan_meta,
      i.created_at as identity_created_at, i.updated_at as identity_updated_at, i.deleted_at as identity_deleted_at,
      i.billing_day, coalesce(i.quota_limit, pl.quota_limit) as quota_limit,
      coalesce(i.quota_interval, pl.quota_interval) as quota_interval,
      case when i.quota_limit is null then pl.quota_overage else i.quota_overage end as quota_overage,
      case when i.is_metered = 1 then (
        select remaining from identity_balances where identity_id = i.id
      ) end as identity_remaining,
      case when ${hasPermissions} or ${hasRoles} then (select cast(${array}(${object}('id', id, 'slug', slug)) as text) from (
        select p.id, p.slug from (
          select permission_id from key_permissions where key_id = k.id
          union
          select rp.permission_id from key_roles kr join role_permissions rp on rp.role_id = kr.role_id
            where kr.key_id = k.id
        ) linked join permissions p on p.id = linked.permission_id
      ) held) end as permissions,
      ${linked("identity_permissions", "identity_id", "i.id")} as identity_permissions,
      ${linked("plan_permissions", "plan_id", "pl.id")} as plan_permissions,
      case when ${hasRoles} then (select cast(${array}(${object}('id', r.id, 'name', r.name)) as text)
        from key_roles kr join roles r on r.id = kr.role_id where kr.key_id = k.id) end as roles,
      ${limits("key_id", "k.id")} as key_limits,
      ${limits("identity_id", "i.id")} as identity_limits,
      ${limits("plan_id", "pl.id")} as plan_limits
    from keys k
      join apis a on a.id = k.api_id and a.deleted_at is null
      join workspaces w on w.id = k.workspace_id and w.deleted_at is null
      left join balances b on b.id = k.balance_id
      left join identities i on i.id = k.identity_id
      left join plans d on d.workspace_id = k.workspace_id and d.is_default = 1 and d.deleted_at is null
      left join plans pl on pl.id = case when i.id is null then null else coalesce(
        case when i.plan_change_at <= ${0} then i.next_plan_id else i.plan_id end, d.id) end
      ${secret.join}
    where ${isWanted} and k.deleted_at is null
  `.compile(pointReader)
}

type UnadoptedRow = ResultRow<Pick<KeyRow, "id" | "api_id" | "migration_id">>

function compileFindPrefixed({ pointReader }: Engine): CompiledQuery<UnadoptedRow> {
  return sql<UnadoptedRow>`
    select k.id, k.api_id, k.migration_id
    from keys k
      join apis a on a.id = k.api_id and a.deleted_at is null
      join workspaces w on w.id = k.workspace_id and w.deleted_at is null
    where k.hash = ${""} and k.workspace_id = ${""} and k.algorithm = 'prefixed_api_key' and k.deleted_at is null
      and ${isOfNoRootKey(sql`${""}`)}
      and (select 1 from keys taken where taken.workspace_id = k.workspace_id and taken.hash = ${""}) is null
      and (select 1 from previous_secrets taken where taken.workspace_id = k.workspace_id and taken.hash = ${""}) is null
  `.compile(pointReader)
}

function firstUnadopted([row]: readonly UnadoptedRow[]): UnadoptedKey | undefined {
  return row && { id: row.id, apiId: row.api_id, migrationId: row.migration_id }
}

/** The plaintext of a root key is not a key of a workspace, even if the workspace imported its hash. */
function isOfNoRootKey(hash: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select 1 from root_keys r join workspaces rw on rw.id = r.workspace_id and rw.deleted_at is null
    where r.hash = ${hash}) is null`
}

function recordOf(row: Row, now: number): VerificationRecord {
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
  // Named here, because adding a field to an object later makes all accesses slower.
  const key = { keyId: row.id, facts, balanceId, matched: matchedSecretOf(row), latestUse: undefined }
  return { key, dependsOn: [row.id, facts.apiId, facts.workspaceId, ...rival, ...plans, ...owners, ...others] }
}

/** Without a plan of its own, another plan may become the default. */
function plansBehind({ plan_id: id, workspace_id }: Row, { plan }: EmbeddedIdentity): readonly string[] {
  const known = id === null ? none : [shared(id)]
  return plan === null || plan.isInherited ? [shared(defaultPlanOf(workspace_id)), ...known] : known
}

/** Of the identity and of its plan. */
function inheritedOf(row: Row): readonly LinkedPermission[] {
  const ofIdentity: readonly LinkedPermission[] = listOf(row.identity_permissions)
  const ofPlan: readonly LinkedPermission[] = listOf(row.plan_permissions)
  if (ofPlan.length === 0) return ofIdentity
  return ofIdentity.length === 0 ? ofPlan : [...ofIdentity, ...ofPlan]
}

/** Whether the planned change of plan has happened. */
function isDue({ plan_change_at: at }: Row, now: number): boolean {
  return at !== null && at <= now
}

function expiryOf({ expires, secret_expires }: Row): number | null {
  return expires === null || secret_expires === null ? (expires ?? secret_expires) : Math.min(expires, secret_expires)
}

function matchedSecretOf({ secret_expires, previous_expires }: Row): MatchedSecret | null {
  if (secret_expires !== null) return { name: "previous", overlapEnds: secret_expires }
  return previous_expires === null ? null : { name: "current", overlapEnds: previous_expires }
}

interface LinkedPermission {
  readonly id: string
  readonly slug: string
}

const knownMeters = createMemo<CustomerMeter>(10_000)

/** All keys of an identity share it. */
function meterOf(identityId: string, row: Row): CustomerMeter | null {
  const quota = quotaOf(row)
  if (quota === null && row.identity_remaining === null) return null
  const meter = { identityId, billingDay: row.billing_day ?? 1, quota }
  return knownMeters(JSON.stringify(meter), () => meter)
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
function identityOf(row: Row, now: number): EmbeddedIdentity | null {
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

function planOf(row: Row, now: number): AppliedPlan | null {
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
