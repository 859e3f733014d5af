import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely"
import { expiringMs } from "../../../core/expiry.ts"
import type { KeyMatch } from "../../port/keys.ts"
import type { Database, Schema } from "../schema/schema.ts"
import { isWithin, type ScanRange } from "./scan.ts"
import { searching } from "./search.ts"

type Condition = Expression<SqlBool>

/** How the keys that match a filter are read, by id. */
export interface MatchingKeys {
  /** Whether keys must be read that may not match. They are then read in short ranges. */
  readonly isScanned: boolean
  /** The end of a range with this many rows, matching or not; undefined if fewer rows are left. */
  skip(after: string | undefined, rows: number): Promise<string | undefined>
  /** The conditions of the matching keys in a range, for a query of live keys. */
  within(range: ScanRange<string>): readonly Condition[]
}

/**
 * Indexes select the keys of a workspace, an API, an identity, a role or a permission, disabled keys, and keys with an
 * expiry. Other conditions need a scan of those.
 */
export function matchingKeys(
  db: Database,
  { workspaceId, filter, isDescending = false }: { workspaceId: string; filter: KeyMatch; isDescending?: boolean },
): MatchingKeys {
  const { roleId, permissionId } = filter
  const direction = isDescending ? "desc" : "asc"
  const selection = selectionOf(db, workspaceId, filter)
  const conditions = conditionsOf(filter)
  // A range must be short for the keys that are read in it: the holders of the role, or else those of the permission.
  const paced = permissionId === undefined ? selection : [inWorkspace(workspaceId)]
  return {
    isScanned: conditions.length > 0 || roleId !== undefined || permissionId !== undefined,

    async skip(after, rows) {
      const range = { after, upTo: undefined }
      if (roleId !== undefined) {
        const holders = withAll(db.selectFrom("key_roles").select("key_id"), holdersOf(roleId, range, isDescending))
        const ordered = holders.orderBy("key_id", direction).offset(rows - 1)
        return (await ordered.limit(1).executeTakeFirst())?.key_id
      }
      const within = isWithin("keys.id", range, isDescending)
      const keys = withAll(db.selectFrom("keys").select("keys.id"), [...paced, ...within])
      const ordered = keys.orderBy("keys.id", direction).offset(rows - 1)
      return (await ordered.limit(1).executeTakeFirst())?.id
    },

    within: (range) => [
      ...selection,
      ...isWithin("keys.id", range, isDescending),
      ...holdingOf(filter, range, isDescending),
      ...conditions,
    ],
  }
}

export function withAll<Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  conditions: readonly Condition[],
): SelectQueryBuilder<Schema, Tables, Row> {
  return conditions.reduce((restricted, condition) => restricted.where(condition), query)
}

function inWorkspace(workspaceId: string): Condition {
  return sql`keys.workspace_id = ${workspaceId}`
}

/** The conditions that an index covers. */
function selectionOf(db: Database, workspaceId: string, filter: KeyMatch): readonly Condition[] {
  const conditions: Condition[] = [inWorkspace(workspaceId)]
  const { apiId, identityId, externalId, enabled, status, expiresBefore } = filter
  if (apiId !== undefined) conditions.push(sql`keys.api_id = ${apiId}`)
  const owners = db
    .selectFrom("identities")
    .select("identities.id")
    .where("identities.workspace_id", "=", workspaceId)
    .where("identities.deleted_at", "is", null)
  // With `=` instead of `in`, SQLite knows that at most one row matches, and uses the index.
  if (identityId !== undefined) {
    conditions.push(sql`keys.identity_id = (${owners.where("identities.id", "=", identityId)})`)
  }
  if (externalId !== undefined) {
    conditions.push(sql`keys.identity_id = (${owners.where("identities.external_id", "=", externalId)})`)
  }
  // Written as in the partial indexes, because a parameter would not match them.
  if (enabled === false || status?.name === "disabled") conditions.push(sql`keys.enabled = 0`)
  if (expiresBefore !== undefined || status?.name === "expired" || status?.name === "expiring") {
    conditions.push(sql`keys.expires is not null`)
  }
  return conditions
}

/** The conditions that no index covers. */
function conditionsOf({
  search,
  enabled,
  status,
  expiresBefore,
  ratelimit,
  unchangedSince,
  apiIds,
}: KeyMatch): readonly Condition[] {
  const conditions: Condition[] = []
  if (apiIds !== undefined) conditions.push(isAmong(apiIds))
  if (enabled !== undefined) conditions.push(sql`keys.enabled = ${Number(enabled)}`)
  if (status !== undefined) conditions.push(statusCondition(status))
  if (expiresBefore !== undefined) conditions.push(sql`keys.expires < ${expiresBefore}`)
  if (ratelimit !== undefined) conditions.push(hasRatelimit(ratelimit))
  if (search !== undefined) conditions.push(matching(search))
  if (unchangedSince !== undefined) {
    conditions.push(sql`(keys.updated_at is null or keys.updated_at <= ${unchangedSince})`)
  }
  return conditions
}

function isAmong(apiIds: readonly string[]): Condition {
  return apiIds.length === 0 ? sql`1 = 0` : sql`keys.api_id in (${sql.join(apiIds)})`
}

/** Finds a rotated key by its previous secret too, because that may be the one that someone sees in a log. */
function matching(search: string): Condition {
  return sql`(${searching(search, "keys.name", "keys.start", "keys.id")} or (keys.previous_expires is not null and (
    select 1 from previous_secrets s where s.key_id = keys.id and s.forgotten = 0 and ${searching(search, "s.start")} limit 1
  ) = 1))`
}

function statusCondition({ name, now }: NonNullable<KeyMatch["status"]>): Condition {
  const active = sql<SqlBool>`(keys.enabled = 1 and (keys.expires is null or keys.expires > ${now}))`
  switch (name) {
    case "active":
      return active
    case "disabled":
      return sql`keys.enabled = 0`
    case "expired":
      return sql`keys.expires <= ${now}`
    case "expiring":
      return sql`(${active} and keys.expires <= ${now + expiringMs})`
    case "low_credits":
      // A balance whose refill is due counts as refilled.
      return sql`(${active} and (balances.refill_at is null or balances.refill_at > ${now})
        and case when balances.low_at is null then balances.remaining * 10 <= coalesce(balances.refill_amount, 0)
          else balances.remaining <= balances.low_at end)`
  }
}

function holdingOf(
  { roleId, permissionId }: KeyMatch,
  range: ScanRange<string>,
  isDescending: boolean,
): readonly Condition[] {
  const conditions: Condition[] = []
  if (roleId !== undefined) conditions.push(holdsRole(roleId, range, isDescending))
  if (permissionId === undefined) return conditions
  // The holders of a role may be far apart, so that a range of them has many holders of the permission.
  if (roleId !== undefined) conditions.push(holdsPermission(permissionId))
  else conditions.push(holdsPermissionWithin(permissionId, range, isDescending))
  return conditions
}

function holdersOf(roleId: string, range: ScanRange<string>, isDescending: boolean): readonly Condition[] {
  return [sql<SqlBool>`key_roles.role_id = ${roleId}`, ...isWithin("key_roles.key_id", range, isDescending)]
}

function holdsRole(roleId: string, range: ScanRange<string>, isDescending: boolean): Condition {
  return sql`keys.id in (select key_roles.key_id from key_roles where ${all(holdersOf(roleId, range, isDescending))})`
}

/** With `exists`, PostgreSQL may scan whole tables. */
function hasRatelimit(name: string): Condition {
  return sql`(select 1 from ratelimits rl where rl.key_id = keys.id and rl.name = ${name} limit 1) = 1`
}

/** Directly or through a role. With `exists`, PostgreSQL may scan whole tables. */
function holdsPermission(permissionId: string): Condition {
  return sql`(
    (select 1 from key_permissions kp where kp.key_id = keys.id and kp.permission_id = ${permissionId} limit 1) = 1
    or (select 1 from key_roles kr join role_permissions rp on rp.role_id = kr.role_id
      where kr.key_id = keys.id and rp.permission_id = ${permissionId} limit 1) = 1)`
}

/** The same for a short range: reads its holders by an index. */
function holdsPermissionWithin(permissionId: string, range: ScanRange<string>, isDescending: boolean): Condition {
  const direct = all([sql`kp.permission_id = ${permissionId}`, ...isWithin("kp.key_id", range, isDescending)])
  const byRole = all([sql`rp.permission_id = ${permissionId}`, ...isWithin("kr.key_id", range, isDescending)])
  return sql`keys.id in (
    select kp.key_id from key_permissions kp where ${direct}
    union all
    select kr.key_id from role_permissions rp join key_roles kr on kr.role_id = rp.role_id where ${byRole})`
}

function all(conditions: readonly Condition[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}
