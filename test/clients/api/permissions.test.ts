import { describe, expect, test } from "bun:test"
import {
  APIError,
  BadRequestErrorResponse,
  ConflictErrorResponse,
  NotFoundErrorResponse,
} from "@unkey/api/models/errors"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connectTo, notShown } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

describe("@unkey/api: permissions", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const client = connectTo(keyward)

  test("creates a permission and finds it by id and by slug", async () => {
    const permission = { name: "Read documents", slug: "documents.read", description: "May read." }
    const { permissionId } = (await client.unkey.permissions.createPermission(permission)).data
    for (const reference of [permissionId, permission.slug]) {
      const { data } = await client.unkey.permissions.getPermission({ permission: reference })
      expect(data).toEqual({ id: permissionId, ...permission })
    }
  })

  test("leaves out the description that a permission does not have", async () => {
    const { permissionId } = (await client.unkey.permissions.createPermission({ name: "Bare", slug: "bare" })).data
    const { data } = await client.unkey.permissions.getPermission({ permission: permissionId })
    expect(data).toEqual({ id: permissionId, name: "Bare", slug: "bare" })
  })

  test("refuses a taken slug with the class for 409, and a slug with blanks with the one for 400", async () => {
    const { permissions } = client.unkey
    await permissions.createPermission({ name: "Once", slug: "once" })
    const again = permissions.createPermission({ name: "Twice", slug: "once" })
    await expectRefusal(again, ConflictErrorResponse, "data/permission_already_exists")
    const blank = permissions.createPermission({ name: "Blank", slug: "not a slug" })
    await expectRefusal(blank, BadRequestErrorResponse, "application/invalid_input")
  })

  test("deletes a permission; deleted ones are not found", async () => {
    const { permissions } = client.unkey
    await permissions.createPermission({ name: "Gone", slug: "gone" })
    expect((await permissions.deletePermission({ permission: "gone" })).data).toEqual({})
    const found = permissions.getPermission({ permission: "gone" })
    await expectRefusal(found, NotFoundErrorResponse, "data/permission_not_found")
    const again = permissions.deletePermission({ permission: "gone" })
    await expectRefusal(again, NotFoundErrorResponse, "data/permission_not_found")
  })

  test("creates a role with permissions, known and new, and finds it by id and by name", async () => {
    const { permissions } = client.unkey
    const { permissionId } = (await permissions.createPermission({ name: "Write", slug: "write" })).data
    const role = { name: "editor", description: "Edits." }
    const { roleId } = (await permissions.createRole({ ...role, permissions: [permissionId, "publish"] })).data
    for (const reference of [roleId, "editor"]) {
      const { data } = await permissions.getRole({ role: reference })
      expect(data).toMatchObject({ id: roleId, ...role })
      expect(data.permissions?.map(({ slug }) => slug)).toEqual(["publish", "write"])
    }
  })

  test("replaces the permissions of a role", async () => {
    const { permissions } = client.unkey
    const { roleId } = (await permissions.createRole({ name: "changing", permissions: ["one", "two"] })).data
    const { data } = await permissions.setRolePermissions({ roleId, permissions: ["two", "three"] })
    expect(data.map(({ slug }) => slug)).toEqual(["three", "two"])
    expect((await permissions.getRole({ role: roleId })).data.permissions).toEqual(data)
    expect((await permissions.setRolePermissions({ roleId, permissions: [] })).data).toEqual([])
    const unknown = permissions.setRolePermissions({ roleId: "role_unknown", permissions: [] })
    await expectRefusal(unknown, NotFoundErrorResponse, "data/role_not_found")
  })

  test("refuses a taken name with the class for 409, and an unknown role with the one for 404", async () => {
    const { permissions } = client.unkey
    await permissions.createRole({ name: "taken" })
    await expectRefusal(permissions.createRole({ name: "taken" }), ConflictErrorResponse, "data/role_already_exists")
    await expectRefusal(permissions.getRole({ role: "nobody" }), NotFoundErrorResponse, "data/role_not_found")
  })

  test("gives an unknown permission id for a new role, 404, as an APIError", async () => {
    const permissions = ["perm_1111111111111111111111"]
    const refused = client.unkey.permissions.createRole({ name: "hollow", permissions })
    await expectRefusal(refused, APIError, "data/permission_not_found")
  })

  test("deletes a role; the client knows no 404 of that method and gives the answer as an APIError", async () => {
    const { permissions } = client.unkey
    await permissions.createRole({ name: "leaving" })
    expect((await permissions.deleteRole({ role: "leaving" })).data).toEqual({})
    await expectRefusal(permissions.deleteRole({ role: "leaving" }), APIError, "data/role_not_found")
  })

  test("iterates over permissions and roles", async () => {
    const { permissions } = client.unkey
    const names = ["page_a", "page_b", "page_c"]
    for (const name of names) {
      await permissions.createPermission({ name, slug: name })
      await permissions.createRole({ name, permissions: [name] })
    }
    const slugs: string[] = []
    for await (const { result } of await permissions.listPermissions({ search: "page_", limit: 1 })) {
      slugs.push(...result.data.map(({ slug }) => slug))
    }
    expect(slugs).toEqual(names)
    const roles: string[] = []
    for await (const { result } of await permissions.listRoles({ search: "page_", limit: 2 })) {
      roles.push(...result.data.map(({ name, permissions: held }) => `${name}:${held?.[0]?.slug}`))
    }
    expect(roles).toEqual(names.map((name) => `${name}:${name}`))
  })

  test("refuses an empty page", async () => {
    const permissions = client.unkey.permissions.listPermissions({ limit: 0 })
    await expectRefusal(permissions, BadRequestErrorResponse, "application/invalid_input")
    const roles = client.unkey.permissions.listRoles({ limit: 0 })
    await expectRefusal(roles, BadRequestErrorResponse, "application/invalid_input")
  })

  test("leaves no method of the group out", () => {
    expect(notShown(client, "permissions")).toEqual([])
  })
})
