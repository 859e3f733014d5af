import { type Case, casesOf } from "./case.ts"

export const permissions: readonly Case[] = [
  ...casesOf("permissions.createPermission", [
    {
      input: { name: "Send mail", slug: "mail.send", description: "To anyone" },
      keep: { permissionId: "permissionId" },
    },
    { input: { name: "Again", slug: "mail.send" }, refused: "409 data/permission_already_exists" },
  ]),
  ...casesOf("permissions.getPermission", [
    {
      input: ({ kept }) => ({ permission: kept.permissionId }),
      data: { name: "Send mail", slug: "mail.send", description: "To anyone" },
    },
    { input: { permission: "mail.burn" }, refused: "404 data/permission_not_found" },
  ]),
  ...casesOf("permissions.listPermissions", [
    { input: { search: "MAIL" }, data: [{ slug: "mail.send" }] },
    { input: { search: "MAIL", countKeys: true }, data: [{ slug: "mail.send", keys: 0 }] },
    { input: { limit: 0 }, violations: ["body.limit"] },
  ]),
  ...casesOf("permissions.createRole", [
    { input: { name: "sender", permissions: ["mail.send"] }, keep: { roleId: "roleId" } },
    { input: { name: "sender" }, refused: "409 data/role_already_exists" },
  ]),
  ...casesOf("permissions.getRole", [
    { input: ({ kept }) => ({ role: kept.roleId }), data: { name: "sender", permissions: [{ slug: "mail.send" }] } },
    { input: { role: "Sender" }, refused: "404 data/role_not_found" },
  ]),
  ...casesOf("permissions.listRoles", [
    { data: [{ name: "editor" }, { name: "sender" }] },
    { as: "key", refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("permissions.setRolePermissions", [
    {
      input: { role: "sender", permissions: ["mail.read", "mail.send"] },
      data: [{ slug: "mail.read" }, { slug: "mail.send" }],
    },
    { input: { role: "sender", roleId: "role_x", permissions: [] }, violations: ["body"] },
  ]),
  ...casesOf("permissions.updateRole", [
    {
      input: ({ kept }) => ({ role: kept.roleId, name: "postman", description: "Sends mail" }),
      data: { name: "postman", description: "Sends mail" },
    },
    { input: { role: "postman", name: "editor" }, refused: "409 data/role_already_exists" },
    { input: { role: "postman", name: "sender", description: null }, data: { name: "sender" } },
  ]),
  ...casesOf("permissions.updatePermission", [
    { input: { permission: "mail.send", name: "Send letters" }, data: { name: "Send letters", slug: "mail.send" } },
    { input: { permission: "mail.send", slug: "letters.send" }, refused: "412 application/precondition_failed" },
  ]),
  ...casesOf("permissions.deleteRole", [
    { input: { role: "sender" }, data: {} },
    { input: { role: "sender" }, refused: "404 data/role_not_found" },
  ]),
  ...casesOf("permissions.deletePermission", [
    { input: { permission: "mail.send" }, data: {} },
    { input: { permission: "mail.send" }, refused: "404 data/permission_not_found" },
  ]),
]
