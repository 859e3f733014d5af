import type { Identity, KeyDetails, Role } from "./model.ts"
import { presentKey, presentRole } from "./wire.ts"

/**
 * Objects as events record them. An event holds what belongs to its object and only names what the object is linked to:
 * otherwise one import of 10,000 keys that share a role would write the permissions of that role 10,000 times.
 */

/** `permissions` are the direct ones; what a role gives is told by the events of the role. */
export function keyInEvent(key: KeyDetails) {
  const { identity: _identity, permissions: _held, ...own } = presentKey({ ...key, roles: [] })
  return {
    ...own,
    ...(key.identity !== null && { identity: identityInEvent(key.identity) }),
    permissions: key.directPermissions.map(({ slug }) => slug),
    roles: key.roles.map(({ name }) => name),
  }
}

function identityInEvent({ id, externalId }: Identity) {
  return { id, externalId }
}

export function roleInEvent(role: Role) {
  return { ...presentRole({ ...role, permissions: [] }), permissions: role.permissions.map(({ slug }) => slug) }
}

/** A deleted object without its lists and its meta, which the events before this one tell. */
export function deletedInEvent(object: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object).filter(([member, value]) => member !== "meta" && !Array.isArray(value)),
  )
}
