import { keyLinkGrants } from "../../../core/key-link-grants.ts"
import type { KeyDetails } from "../../../core/model.ts"

const { addPermission, removePermission, addRole, removeRole } = keyLinkGrants

/** What a call may need that gives permissions or roles to new keys. */
export const rightsToAddLinks: readonly string[] = [addPermission, addRole]
/** What a call may need that replaces the permissions or roles of keys. */
export const rightsToChangeLinks: readonly string[] = [addPermission, removePermission, addRole, removeRole]

/** What a call may need that replaces the permissions of an identity. */
export const rightsToChangePermissions: readonly string[] = [addPermission, removePermission]

interface NewLinks {
  readonly permissions: readonly unknown[]
  readonly roles: readonly unknown[]
}

/** What a caller needs to give these permissions and roles to new keys. */
export function rightsToAdd(keys: readonly NewLinks[]): readonly string[] {
  return [
    ...(keys.some(({ permissions }) => permissions.length > 0) ? [addPermission] : []),
    ...(keys.some(({ roles }) => roles.length > 0) ? [addRole] : []),
  ]
}

type Links = Pick<KeyDetails, "directPermissions" | "roles">

/** What a caller needs for what these changes really add and remove. */
export function rightsToChange(before: Links, after: Links): readonly string[] {
  return [
    ...rightsToChangeLinked(before.directPermissions, after.directPermissions),
    ...(hasMore(after.roles, before.roles) ? [addRole] : []),
    ...(hasMore(before.roles, after.roles) ? [removeRole] : []),
  ]
}

/** The same for the permissions alone, of a key or of an identity. */
export function rightsToChangeLinked(before: readonly Identified[], after: readonly Identified[]): readonly string[] {
  return [...(hasMore(after, before) ? [addPermission] : []), ...(hasMore(before, after) ? [removePermission] : [])]
}

interface Identified {
  readonly id: string
}

function hasMore(ones: readonly Identified[], others: readonly Identified[]): boolean {
  if (ones === others || ones.length === 0) return false
  const known = new Set(others.map(({ id }) => id))
  return ones.some(({ id }) => !known.has(id))
}
