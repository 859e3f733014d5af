import { beforeEach, describe, expect, test } from "bun:test"
import { changesDuring, createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("permissions.setRolePermissions", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let roleId: string
  let count = 0

  beforeEach(async () => {
    count += 1
    const created = await keyward.ok("permissions.createRole", { name: `role ${count}`, permissions: ["a", "b"] })
    roleId = created.roleId
  })

  const set = (body: object) => keyward.ok("permissions.setRolePermissions", body)
  const slugsOf = (permissions: { slug: string }[]) => permissions.map(({ slug }) => slug)
  const storedSlugs = async () => slugsOf((await keyward.ok("permissions.getRole", { role: roleId })).permissions)

  test("replaces the set and records what changed, once", async () => {
    await keyward.call("permissions.createPermission", { name: "c", slug: "c" })
    const events = await eventsDuring(keyward, async () => {
      expect(slugsOf(await set({ roleId, permissions: ["c", "b", "c"] }))).toEqual(["b", "c"])
    })
    expect(await storedSlugs()).toEqual(["b", "c"])
    expect(events).toMatchObject([{ type: "role.updated", resources: [{ type: "role", id: roleId }] }])
    expect(events[0]?.changes).toEqual({ before: { permissions: ["a"] }, after: { permissions: ["c"] } })
  })

  test("finds the role by name, and by id in either member", async () => {
    await set({ role: `role ${count}`, permissions: ["x"] })
    await set({ role: roleId, permissions: ["y"] })
    expect(await storedSlugs()).toEqual(["y"])
    const named = { roleId: `role ${count}`, permissions: [] }
    await expectRefused(keyward, ["permissions.setRolePermissions", named], "404 data/role_not_found")
    expect(await storedSlugs()).toEqual(["y"])
  })

  test("takes permissions by id, and clears the set with []", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "a" })
    expect(slugsOf(await set({ roleId, permissions: [id, "a"] }))).toEqual(["a"])
    expect(await set({ roleId, permissions: [] })).toEqual([])
    expect(await storedSlugs()).toEqual([])
    await keyward.ok("permissions.getPermission", { permission: "a" })
  })

  test("changes every key that holds the role without an event of theirs", async () => {
    const { keyId } = await createKey(keyward, { roles: [roleId] })
    const changes = await changesDuring(keyward, () => set({ roleId, permissions: ["b", "a.new"] }))
    expect((await keyward.ok("keys.getKey", { keyId })).permissions).toEqual(["a.new", "b"])
    expect(changes.map(([type]) => type)).toEqual(["permission.created", "role.updated"])
  })

  test("records nothing when nothing changes", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(slugsOf(await set({ roleId, permissions: ["b", "a"] }))).toEqual(["a", "b"])
    })
    expect(changes).toEqual([])
  })

  test("leaves no new slug behind if another permission is unknown", async () => {
    const body = { roleId, permissions: ["made.on.the.way", "perm_1BzmjTFLHWXwiSK4y3H5iW"] }
    await expectRefused(keyward, ["permissions.setRolePermissions", body], "404 data/permission_not_found")
    expect((await keyward.call("permissions.getPermission", { permission: "made.on.the.way" })).status).toBe(404)
    expect(await storedSlugs()).toEqual(["a", "b"])
  })

  test("refuses none or both of role and roleId at the body, beside other violations", async () => {
    await expectViolations(keyward, "permissions.setRolePermissions", [
      [{ permissions: [] }, "body"],
      [{ role: "r", roleId: "r", permissions: [] }, "body"],
      [{}, "body.permissions", "body"],
      [{ roleId: "r", permissions: null }, "body.permissions"],
      [{ roleId: "r", permissions: Array(1001).fill("p") }, "body.permissions"],
      [{ roleId: "r", permissions: ["", "or"] }, "body.permissions[0]", "body.permissions[1]"],
    ])
  })
})
