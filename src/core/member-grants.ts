import { grantTable } from "../contract/grant-table.ts"
import type { MemberRole } from "../contract/member-roles.ts"

/** The management permissions of each role of members. Derived from the table, so that a new permission has its role. */
export function grantsOfRole(role: MemberRole): readonly string[] {
  return roleGrants[role]
}

const all = grantTable.flatMap(({ resource, actions, wildcardActions }) =>
  [...actions, ...wildcardActions].map((action) => ({ resource, action })),
)

type Permission = (typeof all)[number]

const keyActions = ["create_key", "update_key", "delete_key", "verify_key"]
const billingActions = ["set_plan", "update_credits"]
const overrideActions = ["set_override", "delete_override"]

const isForViewers = ({ action }: Permission) => action.startsWith("read_")

function isForDevelopers(permission: Permission): boolean {
  const { resource, action } = permission
  if (isForViewers(permission)) return true
  // What a customer pays for is decided by admins.
  if (resource === "identity") return !billingActions.includes(action)
  if (resource === "api") return keyActions.includes(action)
  if (resource === "rbac") return /^(add|remove)_(permission|role)_(to|from)_key$/.test(action)
  // A link shows a developer what a customer sees, and a backend sends it to customers.
  if (resource === "portal") return action === "create_session"
  return resource === "ratelimit" && overrideActions.includes(action)
}

function isForAdmins(permission: Permission): boolean {
  const { resource, action } = permission
  if (resource === "root_key" || resource === "member") return isForViewers(permission)
  return action !== "disable_workspace"
}

const granted = (isIncluded: (permission: Permission) => boolean): readonly string[] =>
  all.filter(isIncluded).map(({ resource, action }) => `${resource}.*.${action}`)

const roleGrants: Readonly<Record<MemberRole, readonly string[]>> = {
  viewer: granted(isForViewers),
  developer: granted(isForDevelopers),
  admin: granted(isForAdmins),
  owner: ["*"],
}
