import { byCall, type Change, forKey } from "./change.ts"

export const permissionChanges: readonly Change[] = [
  {
    what: "a key gets a permission",
    ...forKey("keys.addPermissions", { permissions: ["docs.read"] }),
    after: { permissions: ["docs.read"] },
  },
  {
    what: "a key loses a permission",
    key: { permissions: ["docs.read"] },
    asked: { permissions: "docs.read" },
    ...forKey("keys.removePermissions", { permissions: ["docs.read"] }),
    after: { code: "INSUFFICIENT_PERMISSIONS", permissions: [] },
  },
  {
    what: "the permissions of a key are replaced",
    key: { permissions: ["docs.read"] },
    ...forKey("keys.setPermissions", { permissions: ["docs.write"] }),
    after: { permissions: ["docs.write"] },
  },
  {
    what: "a key gets a role",
    ...forKey("keys.addRoles", { roles: ["editor"] }),
    after: { roles: ["editor"], permissions: ["docs.edit"] },
  },
  {
    what: "a key gets a role with other changes",
    ...forKey("keys.updateKey", { roles: ["editor"] }),
    after: { roles: ["editor"], permissions: ["docs.edit"] },
  },
  {
    what: "a key loses a role",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...forKey("keys.removeRoles", { roles: ["editor"] }),
    after: { code: "INSUFFICIENT_PERMISSIONS", roles: [] },
  },
  {
    what: "the roles of a key are replaced",
    key: { roles: ["editor"] },
    ...forKey("keys.setRoles", { roles: [] }),
    after: { roles: [], permissions: [] },
  },
  {
    what: "a role of a key gets other permissions",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...byCall("permissions.setRolePermissions", { role: "editor", permissions: ["docs.view"] }),
    after: { code: "INSUFFICIENT_PERMISSIONS", permissions: ["docs.view"] },
  },
  {
    what: "an empty role of a key gets its first permission",
    key: { roles: ["empty"] },
    ...byCall("permissions.setRolePermissions", { role: "empty", permissions: ["docs.view"] }),
    after: { permissions: ["docs.view"] },
  },
  {
    what: "a role of a key is renamed",
    key: { roles: ["editor"] },
    ...byCall("permissions.updateRole", { role: "editor", name: "author" }),
    after: { roles: ["author"], permissions: ["docs.edit"] },
  },
  {
    what: "a role of a key is deleted",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...byCall("permissions.deleteRole", { role: "editor" }),
    after: { code: "INSUFFICIENT_PERMISSIONS", roles: [], permissions: [] },
  },
  {
    what: "a permission of a key is deleted",
    key: { permissions: ["docs.edit"] },
    asked: { permissions: "docs.edit" },
    ...byCall("permissions.deletePermission", { permission: "docs.edit" }),
    after: { code: "INSUFFICIENT_PERMISSIONS", permissions: [] },
  },
  {
    what: "a permission that a key has through a role is deleted",
    key: { roles: ["editor"] },
    asked: { permissions: "docs.edit" },
    ...byCall("permissions.deletePermission", { permission: "docs.edit" }),
    after: { code: "INSUFFICIENT_PERMISSIONS", roles: ["editor"], permissions: [] },
  },
]
