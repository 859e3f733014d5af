import type { Case } from "./case.ts"

export const permissions: readonly Case[] = [
  {
    operation: "permissions.createPermission",
    input: () => ({ name: "Send mail", slug: "mail.send", description: "To anyone" }),
    expected: "200",
    keep: { permissionId: "permissionId" },
  },
  {
    operation: "permissions.createPermission",
    input: () => ({ name: "Again", slug: "mail.send" }),
    expected: "409 data/permission_already_exists",
  },
  {
    operation: "permissions.getPermission",
    input: ({ kept }) => ({ permission: kept.permissionId }),
    expected: "200",
    data: () => ({ name: "Send mail", slug: "mail.send", description: "To anyone" }),
  },
  {
    operation: "permissions.getPermission",
    input: () => ({ permission: "mail.burn" }),
    expected: "404 data/permission_not_found",
  },
  {
    operation: "permissions.listPermissions",
    input: () => ({ search: "MAIL" }),
    expected: "200",
    data: () => [{ slug: "mail.send" }],
  },
  {
    operation: "permissions.listPermissions",
    input: () => ({ limit: 0 }),
    expected: "400 application/invalid_input",
    violations: ["body.limit"],
  },
  {
    operation: "permissions.createRole",
    input: () => ({ name: "sender", permissions: ["mail.send"] }),
    expected: "200",
    keep: { roleId: "roleId" },
  },
  { operation: "permissions.createRole", input: () => ({ name: "sender" }), expected: "409 data/role_already_exists" },
  {
    operation: "permissions.getRole",
    input: ({ kept }) => ({ role: kept.roleId }),
    expected: "200",
    data: () => ({ name: "sender", permissions: [{ slug: "mail.send" }] }),
  },
  { operation: "permissions.getRole", input: () => ({ role: "Sender" }), expected: "404 data/role_not_found" },
  { operation: "permissions.listRoles", expected: "200", data: () => [{ name: "editor" }, { name: "sender" }] },
  { operation: "permissions.listRoles", as: "key", expected: "403 authorization/insufficient_permissions" },
  {
    operation: "permissions.setRolePermissions",
    input: () => ({ role: "sender", permissions: ["mail.read", "mail.send"] }),
    expected: "200",
    data: () => [{ slug: "mail.read" }, { slug: "mail.send" }],
  },
  {
    operation: "permissions.setRolePermissions",
    input: () => ({ role: "sender", roleId: "role_x", permissions: [] }),
    expected: "400 application/invalid_input",
    violations: ["body"],
  },
  {
    operation: "permissions.updateRole",
    input: ({ kept }) => ({ role: kept.roleId, name: "postman", description: "Sends mail" }),
    expected: "200",
    data: () => ({ name: "postman", description: "Sends mail" }),
  },
  {
    operation: "permissions.updateRole",
    input: () => ({ role: "postman", name: "editor" }),
    expected: "409 data/role_already_exists",
  },
  {
    operation: "permissions.updateRole",
    input: () => ({ role: "postman", name: "sender", description: null }),
    expected: "200",
    data: () => ({ name: "sender" }),
  },
  {
    operation: "permissions.updatePermission",
    input: () => ({ permission: "mail.send", name: "Send letters" }),
    expected: "200",
    data: () => ({ name: "Send letters", slug: "mail.send" }),
  },
  {
    operation: "permissions.updatePermission",
    input: () => ({ permission: "mail.send", slug: "letters.send" }),
    expected: "412 application/precondition_failed",
  },
  { operation: "permissions.deleteRole", input: () => ({ role: "sender" }), expected: "200", data: () => ({}) },
  { operation: "permissions.deleteRole", input: () => ({ role: "sender" }), expected: "404 data/role_not_found" },
  {
    operation: "permissions.deletePermission",
    input: () => ({ permission: "mail.send" }),
    expected: "200",
    data: () => ({}),
  },
  {
    operation: "permissions.deletePermission",
    input: () => ({ permission: "mail.send" }),
    expected: "404 data/permission_not_found",
  },
]
