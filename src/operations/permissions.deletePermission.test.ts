import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.deletePermission on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const remove = (permission: unknown, options = {}) =>
    keyward.call("permissions.deletePermission", { permission }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("takes it from every role and key at once, and records only its own deletion", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Main" })
    await keyward.ok("permissions.createRole", { name: "editor", permissions: ["edit", "view"] })
    const direct = await keyward.ok("keys.createKey", { apiId, permissions: ["edit"] })
    const through = await keyward.ok("keys.createKey", { apiId, roles: ["editor"] })
    const verify = async (key: string) => (await keyward.ok("keys.verifyKey", { key, permissions: "edit" })).code
    expect([await verify(direct.key), await verify(through.key)]).toEqual(["VALID", "VALID"])

    const permission = await keyward.ok("permissions.getPermission", { permission: "edit" })
    const before = await newestEvent()
    expect((await remove("edit")).body.data).toEqual({})

    expect(await verify(direct.key)).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify(through.key)).toBe("INSUFFICIENT_PERMISSIONS")
    expect((await keyward.ok("keys.getKey", { keyId: direct.keyId })).permissions).toEqual([])
    const role = await keyward.ok("permissions.getRole", { role: "editor" })
    expect(role.permissions.map(({ slug }: { slug: string }) => slug)).toEqual(["view"])
    const [deleted, previous] = await keyward.events({ limit: 2 })
    expect(deleted).toMatchObject({
      type: "permission.deleted",
      resources: [{ type: "permission", id: permission.id }],
      changes: { before: permission, after: null },
    })
    expect(previous).toEqual(before)
  })

  test("finds the permission by id too, and knows it no second time", async () => {
    const { permissionId } = await keyward.ok("permissions.createPermission", { name: "n", slug: "once" })
    expect((await remove(permissionId)).status).toBe(200)
    const before = await newestEvent()
    for (const permission of [permissionId, "once"]) {
      const reply = await remove(permission)
      expect(reply.status).toBe(404)
      expect(reply.body.error.type).toEndWith("/data/permission_not_found")
    }
    expect(await newestEvent()).toEqual(before)
  })

  test("frees the slug, for a permission that nobody holds yet", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Main" })
    const { keyId } = await keyward.ok("keys.createKey", { apiId, permissions: ["phoenix"] })
    await keyward.ok("permissions.deletePermission", { permission: "phoenix" })
    await keyward.ok("permissions.createPermission", { name: "n", slug: "phoenix" })
    expect((await keyward.ok("keys.getKey", { keyId })).permissions).toEqual([])
  })

  test("refuses what cannot be a reference", async () => {
    for (const permission of [undefined, "", "x".repeat(256), null, 5]) {
      const reply = await remove(permission)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe("body.permission")
    }
  })
})
