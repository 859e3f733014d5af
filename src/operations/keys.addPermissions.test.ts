import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.addPermissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  let keyId: string
  let key: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Main" })).apiId
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["doc.read"] })
  })
  beforeEach(async () => {
    const created = await keyward.ok("keys.createKey", { apiId, permissions: ["b"], roles: ["reader"] })
    keyId = created.keyId
    key = created.key
  })

  const add = (permissions: unknown, options = {}) =>
    keyward.call("keys.addPermissions", { keyId, permissions }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const stored = async () => keyward.ok("keys.getKey", { keyId })
  const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code

  test("adds by id and slug, creates unknown slugs, and answers all direct permissions by slug", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "b" })
    expect(await verify("a")).toBe("INSUFFICIENT_PERMISSIONS")
    const reply = await add(["c", "a", id, "a"])
    expect(reply.body.data).toEqual([
      { id: expect.any(String), name: "a", slug: "a" },
      { id, name: "b", slug: "b" },
      { id: expect.any(String), name: "c", slug: "c" },
    ])
    expect(await verify("a AND b AND c AND doc.read")).toBe("VALID")
    const key = await stored()
    expect(key.permissions).toEqual(["a", "b", "c", "doc.read"])
    expect(key.updatedAt).toEqual(expect.any(Number))
    const [event] = await keyward.events({ resourceId: keyId, type: "key.updated" })
    expect(event).toMatchObject({
      resources: [
        { type: "key", id: keyId },
        { type: "api", id: apiId },
      ],
    })
    // The event has only the new permissions.
    expect(event?.changes).toEqual({ before: {}, after: { permissions: ["a", "c"] } })
    expect(await newestEvent()).toEqual(event)
  })

  test("records nothing for what the key holds already", async () => {
    const before = await newestEvent()
    expect((await add(["b"])).body.data).toEqual([{ id: expect.any(String), name: "b", slug: "b" }])
    expect(await newestEvent()).toEqual(before)
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("adds directly what the key holds through a role, so that it survives the role", async () => {
    const reply = await add(["doc.read"])
    expect(reply.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(["b", "doc.read"])
    expect((await newestEvent())?.type).toBe("key.updated")
    await keyward.ok("keys.setRoles", { keyId, roles: [] })
    expect((await stored()).permissions).toEqual(["b", "doc.read"])
    expect(await verify("doc.read")).toBe("VALID")
  })

  test("knows no key and no permission of another workspace, and leaves nothing behind", async () => {
    const other = await keyward.createWorkspace()
    const foreign = await add(["b"], { key: other.rootKey })
    expect(foreign.status).toBe(404)
    expect(foreign.body.error.type).toEndWith("/data/key_not_found")
    const body = { name: "n", slug: "theirs" }
    const { permissionId } = await keyward.ok("permissions.createPermission", body, { key: other.rootKey })
    for (const permission of [permissionId, "perm_1BzmjTFLHWXwiSK4y3H5iW"]) {
      const reply = await add(["left.behind", permission])
      expect(reply.status).toBe(404)
      expect(reply.body.error.type).toEndWith("/data/permission_not_found")
    }
    expect((await keyward.call("permissions.getPermission", { permission: "left.behind" })).status).toBe(404)
    expect((await stored()).permissions).toEqual(["b", "doc.read"])
  })

  test("refuses bad input at its location", async () => {
    for (const [permissions, location] of [
      [undefined, "body.permissions"],
      [[], "body.permissions"],
      [Array(1001).fill("p"), "body.permissions"],
      [["a b"], "body.permissions[0]"],
      ["a", "body.permissions"],
    ] as const) {
      const reply = await add(permissions)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
