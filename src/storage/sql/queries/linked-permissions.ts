import { compareBytes } from "../../../core/byte-order.ts"
import type { Permission } from "../../../core/model.ts"
import { inChunks } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { listStatement } from "../statements/statement.ts"
import { permissionOf } from "./permissions.ts"

type Owner = "key" | "role" | "identity" | "plan"

/** Loads permissions of keys, roles, identities or plans, sorted by slug. Shares each object, because copies for 100 roles could take 32 MB. */
export async function permissionsOf(
  db: Database,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const chunks = await Promise.all(inChunks(ids).map((chunk) => permissionsOfSome(db, owner, chunk)))
  return new Map(chunks.flatMap((chunk) => [...chunk]))
}

async function permissionsOfSome(db: Database, owner: Owner, ids: readonly string[]) {
  const links = await linksOf[owner](db, ids)
  const linked = inChunks([...new Set(links.map(({ permission_id }) => permission_id))])
  const rows = await Promise.all(linked.map((chunk) => permissionsById(db, chunk)))
  const ranks = rankedBySlug(rows.flat().map(permissionOf))
  const owned = new Map<string, Ranked[]>()
  for (const { owner_id, permission_id } of links) {
    const ranked = ranks.get(permission_id)
    // The permission was deleted after its links were read.
    if (ranked === undefined) continue
    const list = owned.get(owner_id)
    if (list === undefined) owned.set(owner_id, [ranked])
    else list.push(ranked)
  }
  const ascending = (list: readonly Ranked[]) =>
    list.toSorted((one, other) => one.rank - other.rank).map(({ permission }) => permission)
  return new Map([...owned].map(([id, list]) => [id, ascending(list)]))
}

interface Ranked {
  readonly permission: Permission
  readonly rank: number
}

/** Compares the slug of each permission once instead of once per link. */
function rankedBySlug(permissions: readonly Permission[]): ReadonlyMap<string, Ranked> {
  const ascending = permissions.toSorted((one, other) => compareBytes(one.slug, other.slug))
  return new Map(ascending.map((permission, rank) => [permission.id, { permission, rank }]))
}

const permissionsById = listStatement<string>()((db, ids) =>
  db.selectFrom("permissions").selectAll().where("id", "in", ids),
)

const linksOf = {
  key: listStatement<string>()((db, ids) =>
    db.selectFrom("key_permissions").select(["key_id as owner_id", "permission_id"]).where("key_id", "in", ids),
  ),
  identity: listStatement<string>()((db, ids) =>
    db
      .selectFrom("identity_permissions")
      .select(["identity_id as owner_id", "permission_id"])
      .where("identity_id", "in", ids),
  ),
  plan: listStatement<string>()((db, ids) =>
    db.selectFrom("plan_permissions").select(["plan_id as owner_id", "permission_id"]).where("plan_id", "in", ids),
  ),
  role: listStatement<string>()((db, ids) =>
    db.selectFrom("role_permissions").select(["role_id as owner_id", "permission_id"]).where("role_id", "in", ids),
  ),
}
