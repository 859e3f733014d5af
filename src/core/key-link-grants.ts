/** The management permissions that a caller needs for the permissions and roles of keys. */
export const keyLinkGrants = {
  addPermission: "rbac.*.add_permission_to_key",
  removePermission: "rbac.*.remove_permission_from_key",
  addRole: "rbac.*.add_role_to_key",
  removeRole: "rbac.*.remove_role_from_key",
} as const

/**
 * The grants of a root key of an earlier version, in which the right to create or to update keys included their
 * permissions and roles. In the order in which root keys have them.
 */
export function withKeyLinkGrants(grants: readonly string[]): readonly string[] {
  if (grants.includes("*") || !grants.some((grant) => /^api\..*\.(create|update)_key$/.test(grant))) return grants
  const missing = Object.values(keyLinkGrants).filter((grant) => !grants.includes(grant))
  return missing.length === 0 ? grants : [...grants, ...missing].sort()
}
