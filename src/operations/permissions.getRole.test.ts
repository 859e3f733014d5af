import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.getRole on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let roleId: string

  beforeAll(async () => {
    const created = await keyward.ok("permissions.createRole", { name: "Editor", permissions: ["b", "a"] })
    roleId = created.roleId
  })

  const get = (role: unknown, options = {}) => keyward.call("permissions.getRole", { role }, options)

  test("finds a role by id and by name, with its permissions ascending by slug", async () => {
    const role = {
      id: roleId,
      name: "Editor",
      permissions: [
        { id: expect.any(String), name: "a", slug: "a" },
        { id: expect.any(String), name: "b", slug: "b" },
      ],
    }
    expect((await get(roleId)).body.data).toEqual(role)
    expect((await get("Editor")).body.data).toEqual(role)
  })

  test.each(["editor", " Editor", "role_1BzmjTFLHWXwiSK4y3H5iW"])("knows no %p, and says so", async (name) => {
    const reply = await get(name)
    expect(reply.status).toBe(404)
    expect(reply.body.error.type).toEndWith("/data/role_not_found")
    expect(reply.body.error.detail).toContain(name)
  })

  test("refuses what cannot be a reference", async () => {
    for (const role of [undefined, "", "x".repeat(256), null, 5]) {
      const reply = await get(role)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe("body.role")
    }
  })
})
