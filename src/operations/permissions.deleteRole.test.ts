import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.deleteRole on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const remove = (role: unknown, options = {}) => keyward.call("permissions.deleteRole", { role }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("takes it and what it gave from every key at once, and records only its own deletion", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Main" })
    await keyward.ok("permissions.createRole", { name: "editor", permissions: ["edit", "view"] })
    const { keyId, key } = await keyward.ok("keys.createKey", { apiId, roles: ["editor"], permissions: ["view"] })
    const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code
    expect(await verify("edit")).toBe("VALID")

    const role = await keyward.ok("permissions.getRole", { role: "editor" })
    const before = await newestEvent()
    expect((await remove("editor")).body.data).toEqual({})

    expect(await verify("edit")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("view")).toBe("VALID")
    expect(await keyward.ok("keys.getKey", { keyId })).toMatchObject({ roles: [], permissions: ["view"] })
    expect((await keyward.call("permissions.getPermission", { permission: "edit" })).status).toBe(200)
    const [deleted, previous] = await keyward.events({ limit: 2 })
    expect(deleted).toMatchObject({
      type: "role.deleted",
      resources: [{ type: "role", id: role.id }],
      changes: { before: { id: role.id, name: "editor" }, after: null },
    })
    expect(previous).toEqual(before)
  })

  test("finds the role by id too, and knows it no second time", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "once" })
    expect((await remove(roleId)).status).toBe(200)
    const before = await newestEvent()
    for (const role of [roleId, "once"]) {
      const reply = await remove(role)
      expect(reply.status).toBe(404)
      expect(reply.body.error.detail).toContain(role)
    }
    expect(await newestEvent()).toEqual(before)
  })

  test("frees the name", async () => {
    const first = await keyward.ok("permissions.createRole", { name: "phoenix" })
    await keyward.ok("permissions.deleteRole", { role: "phoenix" })
    const second = await keyward.ok("permissions.createRole", { name: "phoenix" })
    expect(second.roleId).not.toBe(first.roleId)
  })

  test("refuses what cannot be a reference", async () => {
    for (const role of [undefined, "", "x".repeat(256), null, 5]) {
      const reply = await remove(role)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe("body.role")
    }
  })
})
