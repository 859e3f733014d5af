import type { KeyDetails } from "../../../core/model.ts"
import { inChunks, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { insertRows } from "../statements/row-statements.ts"

/** Links from keys to permissions and roles. */

export async function insertLinks(db: Database, keys: readonly KeyDetails[]): Promise<void> {
  await insertRows(
    db,
    "key_permissions",
    keys.flatMap((key) => key.directPermissions.map(({ id }) => ({ key_id: key.id, permission_id: id }))),
  )
  await insertRows(
    db,
    "key_roles",
    keys.flatMap((key) => key.roles.map(({ id }) => ({ key_id: key.id, role_id: id }))),
  )
}

export async function replaceLinks(db: Database, before: KeyDetails, after: KeyDetails): Promise<void> {
  const keyId = after.id
  const permissions = difference(before.directPermissions, after.directPermissions)
  for (const chunk of inChunks(permissions.removed)) {
    await db
      .deleteFrom("key_permissions")
      .where("key_id", "=", keyId)
      .where("permission_id", "in", padded(chunk))
      .execute()
  }
  await insertRows(
    db,
    "key_permissions",
    permissions.added.map((id) => ({ key_id: keyId, permission_id: id })),
  )
  const roles = difference(before.roles, after.roles)
  if (roles.removed.length > 0) {
    await db.deleteFrom("key_roles").where("key_id", "=", keyId).where("role_id", "in", padded(roles.removed)).execute()
  }
  await insertRows(
    db,
    "key_roles",
    roles.added.map((id) => ({ key_id: keyId, role_id: id })),
  )
}

function difference(before: readonly { readonly id: string }[], after: readonly { readonly id: string }[]) {
  const had = new Set(before.map(({ id }) => id))
  const has = new Set(after.map(({ id }) => id))
  return { added: [...has].filter((id) => !had.has(id)), removed: [...had].filter((id) => !has.has(id)) }
}
