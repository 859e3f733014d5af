/** The management permissions that a caller needs for the permissions and roles of keys. */
export const keyLinkGrants = {
  addPermission: "rbac.*.add_permission_to_key",
  removePermission: "rbac.*.remove_permission_from_key",
  addRole: "rbac.*.add_role_to_key",
  removeRole: "rbac.*.remove_role_from_key",
} as const
