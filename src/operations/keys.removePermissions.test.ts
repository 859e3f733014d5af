import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.removePermissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  let keyId: string
  let key: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Main" })).apiId
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["doc.read"] })
  })
  beforeEach(async () => {
    const permissions = ["a", "b", "doc.read"]
    const created = await keyward.ok("keys.createKey", { apiId, permissions, roles: ["reader"] })
    keyId = created.keyId
    key = created.key
  })

  const remove = (permissions: unknown, options = {}) =>
    keyward.call("keys.removePermissions", { keyId, permissions }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const stored = async () => keyward.ok("keys.getKey", { keyId })
  const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code

  test("removes by id and slug, and answers the direct permissions that are left", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "a" })
    expect(await verify("a")).toBe("VALID")
    const reply = await remove([id, "a"])
    expect(reply.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(["b", "doc.read"])
    expect(await verify("a")).toBe("INSUFFICIENT_PERMISSIONS")
    const [event] = await keyward.events({ resourceId: keyId, type: "key.updated" })
    expect(event?.changes).toEqual({ before: { permissions: ["a"] }, after: {} })
    expect(await newestEvent()).toEqual(event)
    expect((await keyward.call("permissions.getPermission", { permission: "a" })).status).toBe(200)
  })

  test("leaves what the key holds through a role", async () => {
    expect((await remove(["doc.read"])).body.data).toHaveLength(2)
    expect((await newestEvent())?.type).toBe("key.updated")
    expect((await stored()).permissions).toEqual(["a", "b", "doc.read"])
    expect(await verify("doc.read")).toBe("VALID")
    await keyward.ok("keys.setRoles", { keyId, roles: [] })
    expect((await stored()).permissions).toEqual(["a", "b"])
  })

  test("records nothing for a known permission that the key does not hold", async () => {
    await keyward.call("permissions.createPermission", { name: "n", slug: "not.held" })
    const before = await newestEvent()
    expect((await remove(["not.held"])).body.data).toHaveLength(3)
    expect(await newestEvent()).toEqual(before)
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("creates nothing: an unknown slug is 404, and nothing is removed", async () => {
    const reply = await remove(["a", "unknown.slug"])
    expect(reply.status).toBe(404)
    expect(reply.body.error.type).toEndWith("/data/permission_not_found")
    expect((await stored()).permissions).toEqual(["a", "b", "doc.read"])
    expect((await keyward.call("permissions.getPermission", { permission: "unknown.slug" })).status).toBe(404)
  })

  test("refuses bad input at its location", async () => {
    for (const [permissions, location] of [
      [undefined, "body.permissions"],
      [[], "body.permissions"],
      [Array(1001).fill("p"), "body.permissions"],
      [[""], "body.permissions[0]"],
    ] as const) {
      const reply = await remove(permissions)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
