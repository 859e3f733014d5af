import { type CompiledQuery, type RawBuilder, sql } from "kysely"
import { whenKnown } from "../../core/awaitable.ts"
import { compareBytes } from "../../core/byte-order.ts"
import type { Identity, Ratelimit } from "../../core/model.ts"
import { mergeLimits, noUses, type Profile } from "../../core/verify.ts"
import { type PresentedSubject, writeSubject } from "../../core/wire.ts"
import { importedRootKeys } from "../cache/stale-ids.ts"
import type { UnadoptedKey, VerificationReads, VerificationRecord } from "../port/store.ts"
import type { Engine } from "./engine.ts"
import type { BalanceRow, KeyRow, ResultRow } from "./schema.ts"

/** Everything a verdict needs in one query, compiled once: this is the path of every key seen for the first time. */
export function verificationReads(engine: Engine): VerificationReads {
  const compiled = compileFind(engine)
  const prefixed = compileFindPrefixed(engine)
  const findUncached = (workspaceId: string, hash: string) =>
    whenKnown(engine.lookUp(compiled, [hash, workspaceId]), firstRecord)
  return {
    findUncached,
    find: (workspaceId, hash) => whenKnown(findUncached(workspaceId, hash), (record) => record?.subject),
    findPrefixed: (workspaceId, { whole, longToken }) =>
      whenKnown(engine.lookUp(prefixed, [longToken, workspaceId, whole]), firstUnadopted),
  }
}

function firstRecord([row]: readonly Row[]): VerificationRecord | undefined {
  return row && recordOf(row)
}

type Row = ResultRow<
  Pick<KeyRow, "id" | "workspace_id" | "api_id" | "enabled" | "imported" | "expires" | "name" | "meta"> &
    Pick<KeyRow, "ip_allowlist" | "balance_id" | "identity_id"> &
    Pick<BalanceRow, "remaining"> & {
      api_ip_allowlist: string
      workspace_enabled: number
      external_id: string | null
      identity_meta: string | null
      identity_created_at: number | null
      identity_updated_at: number | null
      identity_deleted_at: number | null
      permissions: string | null
      roles: string | null
      key_limits: string | null
      identity_limits: string | null
    }
>

function compileFind({ pointReader, words }: Engine): CompiledQuery<Row> {
  const array = sql.raw(words.jsonArray)
  const object = sql.raw(words.jsonObject)
  // Most keys have few of these things, and an empty list is dearer to gather than to rule out. With `exists` PostgreSQL
  // would think of reading whole tables.
  const isAnyIn = (table: string, owner: string, id: string) =>
    sql`(select 1 from ${sql.ref(table)} where ${sql.ref(owner)} = ${sql.ref(id)} limit 1) = 1`
  const hasPermissions = isAnyIn("key_permissions", "key_id", "k.id")
  const hasRoles = isAnyIn("key_roles", "key_id", "k.id")
  const limits = (owner: "key_id" | "identity_id", id: string) => sql`
    case when ${isAnyIn("ratelimits", owner, id)} then (select cast(${array}(${object}(
      'id', id, 'name', name, 'limit', limit_count, 'duration', duration, 'autoApply', auto_apply
    )) as text) from ratelimits where ${sql.ref(owner)} = ${sql.ref(id)}) end`
  // Overlapping roles may give a permission a hundred times; it is read once.
  return sql<Row>`
    select k.id, k.workspace_id, k.api_id, k.enabled, k.imported, k.expires, k.name, k.meta, k.ip_allowlist,
      a.ip_allowlist as api_ip_allowlist, w.enabled as workspace_enabled,
      k.balance_id, b.remaining,
      i.id as identity_id, i.external_id, i.meta as identity_meta,
      i.created_at as identity_created_at, i.updated_at as identity_updated_at, i.deleted_at as identity_deleted_at,
      case when ${hasPermissions} or ${hasRoles} then (select cast(${array}(${object}('id', id, 'slug', slug)) as text) from (
        select p.id, p.slug from (
          select permission_id from key_permissions where key_id = k.id
          union
          select rp.permission_id from key_roles kr join role_permissions rp on rp.role_id = kr.role_id
            where kr.key_id = k.id
        ) linked join permissions p on p.id = linked.permission_id
      ) held) end as permissions,
      case when ${hasRoles} then (select cast(${array}(${object}('id', r.id, 'name', r.name)) as text)
        from key_roles kr join roles r on r.id = kr.role_id where kr.key_id = k.id) end as roles,
      ${limits("key_id", "k.id")} as key_limits,
      ${limits("identity_id", "i.id")} as identity_limits
    from keys k
      join apis a on a.id = k.api_id and a.deleted_at is null
      join workspaces w on w.id = k.workspace_id and w.deleted_at is null
      left join balances b on b.id = k.balance_id
      left join identities i on i.id = k.identity_id
    where k.hash = ${""} and k.workspace_id = ${""} and k.algorithm = 'sha256' and k.deleted_at is null
      and (k.imported = 0 or ${isOfNoRootKey(sql.ref("k.hash"))})
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
  `.compile(pointReader)
}

function firstUnadopted([row]: readonly UnadoptedRow[]): UnadoptedKey | undefined {
  return row && { id: row.id, apiId: row.api_id, migrationId: row.migration_id }
}

/** The plaintext of a root key is no key of a workspace, even where the workspace has imported its hash. */
function isOfNoRootKey(hash: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select 1 from root_keys r join workspaces rw on rw.id = r.workspace_id and rw.deleted_at is null
    where r.hash = ${hash}) is null`
}

function recordOf(row: Row): VerificationRecord {
  const held: readonly { id: string; slug: string }[] = listOf(row.permissions)
  const roles: readonly { id: string; name: string }[] = listOf(row.roles)
  const identity = identityOf(row)
  const permissions = textsOf(held, ({ slug }) => slug)
  const profile = sharedProfile({
    workspaceId: shared(row.workspace_id),
    apiId: shared(row.api_id),
    workspaceEnabled: row.workspace_enabled === 1,
    enabled: row.enabled === 1,
    expires: row.expires,
    apiIpAllowlist: listOf(row.api_ip_allowlist),
    ipAllowlist: listOf(row.ip_allowlist),
    permissions,
    limits: mergeLimits({ id: row.id, ratelimits: limitsOf(row.key_limits) }, identity),
    presented: writeSubject({
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
  const rival = row.imported === 1 ? [importedRootKeys] : []
  const others = [...held, ...roles].map(({ id }) => id)
  const subject = { ...noUses, keyId: row.id, profile, balanceId: row.remaining === null ? null : row.balance_id }
  return { subject, dependsOn: [row.id, profile.apiId, profile.workspaceId, ...rival, ...owners, ...others] }
}

const profiles = new Map<string, Profile>()

/**
 * One copy of a profile that many keys have in common. Whoever writes much about a key writes something else about each,
 * and the profiles here count nowhere, so long ones are left out, and so are those with lists that are not in `presented`.
 */
function sharedProfile(profile: Profile): Profile {
  const { presented } = profile
  if (presented.length > 300 || !emptyFacts.every((fact) => profile[fact].length === 0)) return profile
  const known = profiles.get(presented)
  if (known !== undefined && isSame(known, profile)) return known
  if (profiles.size === 10_000) profiles.clear()
  profiles.set(presented, profile)
  return profile
}

/** How profiles with the same `presented` are known to agree on a fact: it says the fact, or the fact is looked at. */
type Agreement<Fact extends keyof Profile> =
  | (Fact extends keyof PresentedSubject | "presented" ? "presented" : never)
  | (Profile[Fact] extends readonly unknown[] ? "empty" : "equal")

/** A new fact does not compile until it is known how profiles agree on it. */
const agreements = {
  presented: "presented",
  apiId: "presented",
  enabled: "presented",
  expires: "presented",
  permissions: "presented",
  workspaceId: "equal",
  workspaceEnabled: "equal",
  apiIpAllowlist: "empty",
  ipAllowlist: "empty",
  limits: "empty",
} as const satisfies { readonly [Fact in keyof Profile]: Agreement<Fact> }

const emptyFacts = factsBy("empty")
const equalFacts = factsBy("equal")

type FactsBy<How> = { [Fact in keyof Profile]: (typeof agreements)[Fact] extends How ? Fact : never }[keyof Profile]

function factsBy<How extends string>(how: How): readonly FactsBy<How>[] {
  const facts = Object.entries(agreements).filter(([, agreement]) => agreement === how)
  return facts.map(([fact]) => fact as FactsBy<How>)
}

function isSame(one: Profile, other: Profile): boolean {
  return equalFacts.every((fact) => one[fact] === other[fact])
}

/** None where it was deleted. Said in a condition of the join, it would lead PostgreSQL away from the identity's id. */
function identityOf(row: Row): Identity | null {
  if (row.identity_deleted_at !== null) return null
  if (row.identity_id === null || row.external_id === null || row.identity_created_at === null) return null
  return {
    id: row.identity_id,
    workspaceId: row.workspace_id,
    externalId: row.external_id,
    meta: JSON.parse(row.identity_meta ?? "{}"),
    ratelimits: limitsOf(row.identity_limits),
    createdAt: row.identity_created_at,
    updatedAt: row.identity_updated_at,
  }
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

/** Hundreds of thousands of records may be in memory, and most of their lists are empty. */
const none: readonly never[] = []

function listOf<Item>(json: string | null): readonly Item[] {
  return json === null || json === "[]" ? none : JSON.parse(json)
}

const texts = new Map<string, string>()

/** One copy of a text that many records have in common. */
function shared(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size === 10_000) texts.clear()
  texts.set(text, text)
  return text
}
