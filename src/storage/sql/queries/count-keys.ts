import { type RawBuilder, sql } from "kysely"
import type { Identity } from "../../../core/model.ts"
import { countedKeysAtMost, type KeyReads, type UnexpiredCount } from "../../port/keys.ts"
import { countRows, countUpTo } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { givenTexts } from "../statements/given-texts.ts"

type KeyCounts = Pick<
  KeyReads,
  "count" | "countUnexpired" | "countUnexpiredOf" | "countOfIdentities" | "countOfRoles" | "countOfPermissions"
>

export function keyCounts(db: Database): KeyCounts {
  return {
    count: (workspaceId) => countRows(countedKeys(db, workspaceId)),
    countUnexpired: (workspaceId, now) => countUnexpiredKeys(db, workspaceId, now),
    countUnexpiredOf: (identity, count) => countUnexpiredOf(db, identity, count),
    countOfIdentities: (workspaceId, identityIds) => countOfIdentities(db, workspaceId, identityIds),
    countOfRoles: (workspaceId, roleIds) => countHolders(db, workspaceId, { ids: roleIds, holders: holdersOfRole }),
    countOfPermissions: (workspaceId, permissionIds) =>
      countHolders(db, workspaceId, { ids: permissionIds, holders: holdersOfPermission }),
  }
}

/** The keys of a workspace that its quota counts. */
function countedKeys(db: Database, workspaceId: string) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .where("keys.workspace_id", "=", workspaceId)
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

function countUnexpiredKeys(db: Database, workspaceId: string, now: number): Promise<number> {
  const unexpired = countedKeys(db, workspaceId).where((row) =>
    row.or([row("keys.expires", "is", null), row("keys.expires", ">", now)]),
  )
  return countRows(unexpired)
}

/** Reads the index of live keys by identity and expiry in two ranges, so that expired keys are skipped. */
async function countUnexpiredOf(
  db: Database,
  { id, workspaceId }: Pick<Identity, "id" | "workspaceId">,
  { now, atMost, apiIds }: UnexpiredCount,
): Promise<number> {
  let live = db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .select("keys.api_id")
    .where("keys.identity_id", "=", id)
    .where("keys.deleted_at", "is", null)
    .where("apis.workspace_id", "=", workspaceId)
    .where("apis.deleted_at", "is", null)
  if (apiIds?.length === 0) return 0
  if (apiIds !== undefined) live = live.where("keys.api_id", "in", apiIds)
  const lasting = await countUpTo(db, live.where("keys.expires", "is", null), atMost)
  if (lasting >= atMost) return atMost
  return lasting + (await countUpTo(db, live.where("keys.expires", ">", now), atMost - lasting))
}

/** Keys of deleted APIs do not count, but they have to be read to know that. */
const readAtMost = 2 * countedKeysAtMost

/** Reads a bounded part of the index of live keys by identity, which has the API of each key. */
async function countOfIdentities(
  db: Database,
  workspaceId: string,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`select given.value as id,
      ${keysOfIdentity(sql`given.value`, workspaceId)} as count
    from ${givenTexts(db, identityIds)}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const holdersOfRole = sql`select key_roles.key_id from key_roles where key_roles.role_id = given.value limit ${readAtMost}`

/**
 * A key that holds it in both ways, or by several roles, is one key. The join is written as a range, because PostgreSQL
 * would answer an equality with a hash of all holders of all roles.
 */
const holdersOfPermission = sql`
  select direct.key_id from (select key_permissions.key_id from key_permissions
    where key_permissions.permission_id = given.value limit ${readAtMost}) as direct
  union
  select by_role.key_id from (select key_roles.key_id from role_permissions
    join key_roles on key_roles.role_id >= role_permissions.role_id and key_roles.role_id <= role_permissions.role_id
    where role_permissions.permission_id = given.value limit ${readAtMost}) as by_role`

interface Holders {
  /** Of roles or of permissions. */
  readonly ids: readonly string[]
  /** Selects the keys of `given.value`. */
  readonly holders: RawBuilder<unknown>
}

/** Reads a bounded part of the index of holders, and then each of these keys. */
async function countHolders(
  db: Database,
  workspaceId: string,
  { ids, holders }: Holders,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`select given.value as id, (select count(*) from (
      select 1 from (${holders}) as candidates
        join keys on keys.id = candidates.key_id and keys.deleted_at is null
        where exists (select 1 from apis where apis.id = keys.api_id
          and apis.workspace_id = ${workspaceId} and apis.deleted_at is null)
        limit ${countedKeysAtMost}) as live) as count
    from ${givenTexts(db, ids)}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The number of keys of one identity. */
export function keysOfIdentity(id: RawBuilder<unknown>, workspaceId: string): RawBuilder<number> {
  return sql`(select count(*) from (
      select 1 from (select keys.api_id from keys
          where keys.identity_id = ${id} and keys.deleted_at is null limit ${sql.lit(readAtMost)}) as candidates
        where exists (select 1 from apis where apis.id = candidates.api_id
          and apis.workspace_id = ${workspaceId} and apis.deleted_at is null)
        limit ${sql.lit(countedKeysAtMost)}) as live)`
}
