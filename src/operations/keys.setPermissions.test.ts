import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.setPermissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  let keyId: string
  let key: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Main" })).apiId
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["doc.read"] })
  })
  beforeEach(async () => {
    const created = await keyward.ok("keys.createKey", { apiId, permissions: ["a", "b"], roles: ["reader"] })
    keyId = created.keyId
    key = created.key
  })

  const set = (permissions: unknown, options = {}) =>
    keyward.call("keys.setPermissions", { keyId, permissions }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const stored = async () => keyward.ok("keys.getKey", { keyId })
  const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code

  test("replaces the direct set, creates unknown slugs, and leaves what comes through roles", async () => {
    expect(await verify("a")).toBe("VALID")
    const reply = await set(["c", "b", "c"])
    expect(reply.body.data).toEqual([
      { id: expect.any(String), name: "b", slug: "b" },
      { id: expect.any(String), name: "c", slug: "c" },
    ])
    expect(await verify("a")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("b AND c AND doc.read")).toBe("VALID")
    expect((await stored()).permissions).toEqual(["b", "c", "doc.read"])
    const [event] = await keyward.events({ resourceId: keyId, type: "key.updated" })
    expect(event?.changes).toEqual({ before: { permissions: ["a"] }, after: { permissions: ["c"] } })
    expect(await newestEvent()).toEqual(event)
  })

  test("clears the set with []", async () => {
    expect((await set([])).body.data).toEqual([])
    expect((await stored()).permissions).toEqual(["doc.read"])
    expect((await keyward.call("permissions.getPermission", { permission: "a" })).status).toBe(200)
  })

  test("records nothing for the same set", async () => {
    const before = await newestEvent()
    const { id } = await keyward.ok("permissions.getPermission", { permission: "a" })
    expect((await set(["b", id, "a"])).status).toBe(200)
    expect(await newestEvent()).toEqual(before)
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("knows no key and no permission of another workspace, and leaves nothing behind", async () => {
    const other = await keyward.createWorkspace()
    expect((await set(["b"], { key: other.rootKey })).status).toBe(404)
    const body = { name: "n", slug: "theirs" }
    const { permissionId } = await keyward.ok("permissions.createPermission", body, { key: other.rootKey })
    const reply = await set(["left.behind", permissionId])
    expect(reply.status).toBe(404)
    expect(reply.body.error.type).toEndWith("/data/permission_not_found")
    expect((await keyward.call("permissions.getPermission", { permission: "left.behind" })).status).toBe(404)
    expect((await stored()).permissions).toEqual(["a", "b", "doc.read"])
  })

  test("refuses bad input at its location", async () => {
    for (const [permissions, location] of [
      [undefined, "body.permissions"],
      [null, "body.permissions"],
      [Array(1001).fill("p"), "body.permissions"],
      [["and"], "body.permissions[0]"],
    ] as const) {
      const reply = await set(permissions)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
