import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("keys.setRoles on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  let keyId: string
  let key: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Main" })).apiId
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["doc.read"] })
    await keyward.ok("permissions.createRole", { name: "writer", permissions: ["doc.write"] })
  })
  beforeEach(async () => {
    const created = await keyward.ok("keys.createKey", { apiId, permissions: ["own"], roles: ["reader"] })
    keyId = created.keyId
    key = created.key
  })

  const set = (roles: unknown, options = {}) => keyward.call("keys.setRoles", { keyId, roles }, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const stored = async () => keyward.ok("keys.getKey", { keyId })
  const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code

  test("replaces the set, and leaves direct permissions", async () => {
    expect(await verify("doc.read")).toBe("VALID")
    const reply = await set(["writer", "writer"])
    expect(reply.body.data).toEqual([await keyward.ok("permissions.getRole", { role: "writer" })])
    expect(await verify("doc.read")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("doc.write AND own")).toBe("VALID")
    const [event] = await keyward.events({ resourceId: keyId, type: "key.updated" })
    expect(event?.changes).toEqual({ before: { roles: ["reader"] }, after: { roles: ["writer"] } })
    expect(await newestEvent()).toEqual(event)
  })

  test("clears the set with []", async () => {
    expect((await set([])).body.data).toEqual([])
    expect(await stored()).toMatchObject({ roles: [], permissions: ["own"] })
    expect((await keyward.call("permissions.getRole", { role: "reader" })).status).toBe(200)
  })

  test("records nothing for the same set", async () => {
    const before = await newestEvent()
    const { id } = await keyward.ok("permissions.getRole", { role: "reader" })
    expect((await set([id])).status).toBe(200)
    expect(await newestEvent()).toEqual(before)
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("records a change of roles that give the same permissions", async () => {
    await keyward.call("permissions.createRole", { name: "reader too", permissions: ["doc.read"] })
    await set(["reader too"])
    expect((await newestEvent())?.changes).toEqual({ before: { roles: ["reader"] }, after: { roles: ["reader too"] } })
  })

  test("refuses an unknown role as a whole, and knows nothing of another workspace", async () => {
    const other = await keyward.createWorkspace()
    const { roleId } = await keyward.ok("permissions.createRole", { name: "theirs" }, { key: other.rootKey })
    for (const role of ["nobody", roleId, "theirs"]) {
      const reply = await set(["writer", role])
      expect(reply.status).toBe(404)
      expect(reply.body.error.detail).toContain(role)
    }
    expect((await stored()).roles).toEqual(["reader"])
    expect((await set(["reader"], { key: other.rootKey })).status).toBe(404)
  })

  test("refuses bad input at its location", async () => {
    for (const [roles, location] of [
      [undefined, "body.roles"],
      [null, "body.roles"],
      [Array(101).fill("reader"), "body.roles"],
      [["reader", 5], "body.roles[1]"],
    ] as const) {
      const reply = await set(roles)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe(location)
    }
  })
})
