import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.removeRoles on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  let keyId: string
  let key: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Main" })).apiId
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["doc.read"] })
    await keyward.ok("permissions.createRole", { name: "writer", permissions: ["doc.read", "doc.write"] })
    await keyward.ok("permissions.createRole", { name: "not held" })
  })
  beforeEach(async () => {
    const created = await keyward.ok("keys.createKey", { apiId, roles: ["reader", "writer"] })
    keyId = created.keyId
    key = created.key
  })

  const remove = (roles: unknown, options = {}) => keyward.call("keys.removeRoles", { keyId, roles }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const stored = async () => keyward.ok("keys.getKey", { keyId })
  const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code

  test("removes by id and name, and what no other role gives goes with it", async () => {
    const { id } = await keyward.ok("permissions.getRole", { role: "writer" })
    expect(await verify("doc.write")).toBe("VALID")
    const reply = await remove([id, "writer"])
    expect(reply.body.data).toEqual([await keyward.ok("permissions.getRole", { role: "reader" })])
    expect(await verify("doc.write")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("doc.read")).toBe("VALID")
    const [event] = await keyward.events({ resourceId: keyId, type: "key.updated" })
    expect(event?.changes).toEqual({ before: { roles: ["writer"] }, after: {} })
    expect(await newestEvent()).toEqual(event)
  })

  test("records nothing for a known role that the key does not hold", async () => {
    const before = await newestEvent()
    expect((await remove(["not held"])).body.data).toHaveLength(2)
    expect(await newestEvent()).toEqual(before)
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("refuses an unknown role as a whole, and knows nothing of another workspace", async () => {
    const other = await keyward.createWorkspace()
    const { roleId } = await keyward.ok("permissions.createRole", { name: "theirs" }, { key: other.rootKey })
    for (const role of ["nobody", roleId, "theirs"]) {
      const reply = await remove(["writer", role])
      expect(reply.status).toBe(404)
      expect(reply.body.error.type).toEndWith("/data/role_not_found")
    }
    expect((await stored()).roles).toEqual(["reader", "writer"])
    const foreign = await remove(["reader"], { key: other.rootKey })
    expect(foreign.body.error.type).toEndWith("/data/key_not_found")
  })

  test("refuses bad input at its location", async () => {
    for (const [roles, location] of [
      [undefined, "body.roles"],
      [[], "body.roles"],
      [Array(101).fill("reader"), "body.roles"],
      [[null], "body.roles[0]"],
    ] as const) {
      const reply = await remove(roles)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
