import { type CompiledQuery, type RawBuilder, sql } from "kysely"
import type { UnadoptedKey, VerificationReads, VerificationRecord } from "../../port/verification.ts"
import type { Engine } from "../engine.ts"
import type { KeyRow, ResultRow } from "../schema/schema.ts"
import { currentQuota, joinCurrentPlan } from "./current-plan.ts"
import { recordOf, type VerificationRow } from "./verification-record.ts"

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

function firstRecord([row]: readonly VerificationRow[], now: number): VerificationRecord | undefined {
  return row && recordOf(row, now)
}

/** Finds a key by its current secret or, if no key has the hash, by a previous one. */
function compileFindBySecret(engine: Engine): CompiledQuery<VerificationRow> {
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
): CompiledQuery<VerificationRow> {
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
  return sql<VerificationRow>`
    select k.id, k.workspace_id, k.api_id, k.enabled, ${secret.imported} as imported, k.expires, k.name, k.scoped, k.meta,
      k.ip_allowlist, k.previous_expires, ${secret.expires} as secret_expires,
      a.ip_allowlist as api_ip_allowlist, w.enabled as workspace_enabled,
      k.balance_id, b.remaining, b.low_at, b.fills,
      i.id as identity_id, i.external_id, i.enabled as identity_enabled, i.meta as identity_meta,
      i.plan_id as own_plan_id, i.next_plan_id, i.plan_change_at,
      pl.id as plan_id, pl.name as plan_name, pl.meta as plan_meta,
      i.created_at as identity_created_at, i.updated_at as identity_updated_at, i.deleted_at as identity_deleted_at,
      i.billing_day, ${currentQuota},
      case when i.is_metered = 1 then (
        select remaining from identity_balances where identity_id = i.id
      ) end as identity_remaining,
      case when i.is_metered = 1 then (
        select low_at from identity_balances where identity_id = i.id
      ) end as identity_low_at,
      case when i.is_metered = 1 then (
        select fills from identity_balances where identity_id = i.id
      ) end as identity_fills,
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
      ${joinCurrentPlan({ workspaceId: "k.workspace_id", now: 0 })}
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
