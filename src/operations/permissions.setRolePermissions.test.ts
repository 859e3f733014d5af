import { beforeEach, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.setRolePermissions on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let roleId: string
  let count = 0

  beforeEach(async () => {
    count += 1
    const created = await keyward.ok("permissions.createRole", { name: `role ${count}`, permissions: ["a", "b"] })
    roleId = created.roleId
  })

  const set = (body: object, options = {}) => keyward.call("permissions.setRolePermissions", body, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
  const slugsOf = (permissions: { slug: string }[]) => permissions.map(({ slug }) => slug)
  const storedSlugs = async () => slugsOf((await keyward.ok("permissions.getRole", { role: roleId })).permissions)

  test("replaces the set and records what changed, once", async () => {
    const after = await keyward.ok("permissions.setRolePermissions", { roleId, permissions: ["c", "b", "c"] })
    expect(slugsOf(after)).toEqual(["b", "c"])
    expect(await storedSlugs()).toEqual(["b", "c"])
    const [event] = await keyward.events({ resourceId: roleId, type: "role.updated" })
    expect(event).toMatchObject({
      resources: [{ type: "role", id: roleId }],
      changes: { before: { permissions: ["a"] }, after: { permissions: ["c"] } },
    })
    expect(await newestEvent()).toEqual(event)
  })

  test("finds the role by name, and by id in either member", async () => {
    expect((await set({ role: `role ${count}`, permissions: ["x"] })).status).toBe(200)
    expect((await set({ role: roleId, permissions: ["y"] })).status).toBe(200)
    expect(await storedSlugs()).toEqual(["y"])
    expect((await set({ roleId: `role ${count}`, permissions: [] })).status).toBe(404)
    expect(await storedSlugs()).toEqual(["y"])
  })

  test("takes permissions by id, and clears the set with []", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "a" })
    expect(slugsOf((await set({ roleId, permissions: [id, "a"] })).body.data)).toEqual(["a"])
    expect((await set({ roleId, permissions: [] })).body.data).toEqual([])
    expect(await storedSlugs()).toEqual([])
    expect((await keyward.call("permissions.getPermission", { permission: "a" })).status).toBe(200)
  })

  test("reaches every key that holds the role at once, without an event of theirs", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Main" })
    const { key, keyId } = await keyward.ok("keys.createKey", { apiId, roles: [roleId] })
    const verify = async (permissions: string) => (await keyward.ok("keys.verifyKey", { key, permissions })).code
    expect(await verify("a AND b")).toBe("VALID")
    await keyward.ok("permissions.setRolePermissions", { roleId, permissions: ["b", "c"] })
    expect(await verify("a")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("b AND c")).toBe("VALID")
    expect((await keyward.events({ resourceId: keyId })).map(({ type }) => type)).toEqual(["key.created"])
  })

  test("records nothing when nothing changes", async () => {
    const before = await newestEvent()
    expect(slugsOf((await set({ roleId, permissions: ["b", "a"] })).body.data)).toEqual(["a", "b"])
    expect(await newestEvent()).toEqual(before)
  })

  test("knows no role and no permission of another workspace", async () => {
    const other = await keyward.createWorkspace()
    const reply = await set({ roleId, permissions: [] }, { key: other.rootKey })
    expect(reply.status).toBe(404)
    expect(reply.body.error.type).toEndWith("/data/role_not_found")
    const body = { name: "n", slug: "theirs" }
    const { permissionId } = await keyward.ok("permissions.createPermission", body, { key: other.rootKey })
    const refused = await set({ roleId, permissions: ["made.on.the.way", permissionId] })
    expect(refused.status).toBe(404)
    expect(refused.body.error.type).toEndWith("/data/permission_not_found")
    expect((await keyward.call("permissions.getPermission", { permission: "made.on.the.way" })).status).toBe(404)
    expect(await storedSlugs()).toEqual(["a", "b"])
  })

  test("refuses none or both of role and roleId at the body, beside other violations", async () => {
    for (const [body, locations] of [
      [{ permissions: [] }, ["body"]],
      [{ role: "r", roleId: "r", permissions: [] }, ["body"]],
      [{}, ["body.permissions", "body"]],
      [{ roleId: "r", permissions: null }, ["body.permissions"]],
      [{ roleId: "r", permissions: Array(1001).fill("p") }, ["body.permissions"]],
      [{ roleId: "r", permissions: ["", "or"] }, ["body.permissions[0]", "body.permissions[1]"]],
    ] as const) {
      const reply = await set(body)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors.map(({ location }: { location: string }) => location)).toEqual(locations)
    }
  })
})
