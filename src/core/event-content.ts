import type { Identity, KeyDetails, Role } from "./model.ts"
import { toWireRole, wireKeyWith } from "./wire.ts"

/**
 * Objects as events record them. An event holds the object's own fields and only names linked objects. Otherwise an
 * import of 10,000 keys with one role would write that role's permissions 10,000 times.
 */

/** `permissions` holds the direct ones only; the events of a role record the permissions of the role. */
export function keyInEvent(key: KeyDetails) {
  return wireKeyWith(key, {
    identity: key.identity === null ? null : identityInEvent(key.identity),
    permissions: key.directPermissions.map(({ slug }) => slug),
  })
}

function identityInEvent({ id, externalId }: Identity) {
  return { id, externalId }
}

export function roleInEvent(role: Role) {
  return { ...toWireRole({ ...role, permissions: [] }), permissions: role.permissions.map(({ slug }) => slug) }
}

/** Omits lists and `meta` of a deleted object, because its earlier events hold them. */
export function deletedInEvent(object: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).filter(([field, value]) => field !== "meta" && !Array.isArray(value)),
  )
}
