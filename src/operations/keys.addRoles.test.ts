import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.addRoles on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  let keyId: string
  let key: string
  let writerId: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Main" })).apiId
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["doc.read"] })
    const writer = { name: "Writer", description: "Writes", permissions: ["doc.write", "doc.read"] }
    writerId = (await keyward.ok("permissions.createRole", writer)).roleId
  })
  beforeEach(async () => {
    const created = await keyward.ok("keys.createKey", { apiId, permissions: ["own"], roles: ["reader"] })
    keyId = created.keyId
    key = created.key
  })

  const add = (roles: unknown, options = {}) => keyward.call("keys.addRoles", { keyId, roles }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const stored = async () => keyward.ok("keys.getKey", { keyId })
  const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code

  test("adds by id and name, and answers all roles of the key by name", async () => {
    expect(await verify("doc.write")).toBe("INSUFFICIENT_PERMISSIONS")
    const reply = await add([writerId, "Writer"])
    expect(reply.body.data).toEqual([
      await keyward.ok("permissions.getRole", { role: "Writer" }),
      await keyward.ok("permissions.getRole", { role: "reader" }),
    ])
    expect(await verify("doc.write")).toBe("VALID")
    const key = await stored()
    expect(key.roles).toEqual(["Writer", "reader"])
    expect(key.permissions).toEqual(["doc.read", "doc.write", "own"])
    const [event] = await keyward.events({ resourceId: keyId, type: "key.updated" })
    expect(event?.changes).toEqual({ before: {}, after: { roles: ["Writer"] } })
    expect(await newestEvent()).toEqual(event)
  })

  test("records nothing for a role that the key holds already", async () => {
    const before = await newestEvent()
    expect((await add(["reader"])).body.data).toHaveLength(1)
    expect(await newestEvent()).toEqual(before)
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("creates no role: an unknown one is 404 naming it, and nothing is added", async () => {
    const reply = await add(["Writer", "nobody"])
    expect(reply.status).toBe(404)
    expect(reply.body.error.type).toEndWith("/data/role_not_found")
    expect(reply.body.error.detail).toContain("nobody")
    expect((await stored()).roles).toEqual(["reader"])
  })

  test("refuses bad input at its location", async () => {
    for (const [roles, location] of [
      [undefined, "body.roles"],
      [[], "body.roles"],
      [Array(101).fill("reader"), "body.roles"],
      [[""], "body.roles[0]"],
      [["r".repeat(256)], "body.roles[0]"],
    ] as const) {
      const reply = await add(roles)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
