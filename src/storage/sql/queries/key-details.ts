import type { Identity, Key, KeyDetails, Role } from "../../../core/model.ts"
import { groupByOwner, inChunks } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { listStatement } from "../statements/statement.ts"
import { identitiesOf } from "./identities.ts"
import { permissionsOf } from "./linked-permissions.ts"
import { previousSecretsOf } from "./previous-secrets.ts"
import { ratelimitsOf } from "./ratelimits.ts"
import { roleOf } from "./roles.ts"

/** Loads the related objects of hundreds of keys with a fixed number of queries. */
export async function detailsOf(db: Database, keys: readonly Key[]): Promise<readonly KeyDetails[]> {
  const details: KeyDetails[] = []
  for (const chunk of inChunks(keys)) details.push(...(await detailsOfSome(db, chunk)))
  return details
}

async function detailsOfSome(db: Database, keys: readonly Key[]): Promise<readonly KeyDetails[]> {
  const ids = keys.map(({ id }) => id)
  const identityIds = [...new Set(keys.flatMap(({ identityId }) => (identityId === null ? [] : [identityId])))]
  const [ratelimits, permissions, roles, identities, previousSecrets] = await Promise.all([
    ratelimitsOf(db, "key_id", ids),
    permissionsOf(db, "key", ids),
    rolesOf(db, ids),
    identitiesById(db, identityIds),
    previousSecretsOf(db, keys),
  ])
  const ownerOf = ({ identityId }: Key) => (identityId !== null && identities.get(identityId)) || null
  return keys.map((key) => ({
    ...key,
    // A deleted identity is not shown.
    identityId: ownerOf(key)?.id ?? null,
    identity: ownerOf(key),
    ratelimits: ratelimits.get(key.id) ?? [],
    directPermissions: permissions.get(key.id) ?? [],
    roles: roles.get(key.id) ?? [],
    previousSecrets: previousSecrets.get(key.id) ?? none,
  }))
}

const none: readonly never[] = []

async function rolesOf(db: Database, keyIds: readonly string[]): Promise<ReadonlyMap<string, readonly Role[]>> {
  const rows = await rolesOfKeys(db, keyIds)
  const permissions = await permissionsOf(db, "role", [...new Set(rows.map(({ id }) => id))])
  return groupByOwner(
    rows,
    (row) => row.key_id,
    (row) => roleOf(row, permissions.get(row.id) ?? []),
  )
}

const rolesOfKeys = listStatement<string>()((db, keyIds) =>
  db
    .selectFrom("key_roles")
    .innerJoin("roles", "roles.id", "key_roles.role_id")
    .selectAll("roles")
    .select("key_roles.key_id")
    .where("key_roles.key_id", "in", keyIds)
    .orderBy("roles.name"),
)

const liveIdentities = listStatement<string>()((db, ids) =>
  db.selectFrom("identities").selectAll().where("id", "in", ids).where("deleted_at", "is", null),
)

async function identitiesById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Identity>> {
  if (ids.length === 0) return new Map()
  const identities = await identitiesOf(db, await liveIdentities(db, ids))
  return new Map(identities.map((identity) => [identity.id, identity]))
}
