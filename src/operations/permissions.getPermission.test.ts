import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.getPermission on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let permissionId: string

  beforeAll(async () => {
    const created = await keyward.ok("permissions.createPermission", { name: "Read", slug: "Docs.read" })
    permissionId = created.permissionId
  })

  const get = (permission: unknown, options = {}) => keyward.call("permissions.getPermission", { permission }, options)

  test("finds a permission by id and by slug", async () => {
    const permission = { id: permissionId, name: "Read", slug: "Docs.read" }
    expect((await get(permissionId)).body.data).toEqual(permission)
    expect((await get("Docs.read")).body.data).toEqual(permission)
  })

  test.each(["docs.read", "Read", "perm_1BzmjTFLHWXwiSK4y3H5iW", "not a slug at all"])("knows no %p", async (text) => {
    const reply = await get(text)
    expect(reply.status).toBe(404)
    expect(reply.body.error.type).toEndWith("/data/permission_not_found")
  })

  test("refuses what cannot be a reference", async () => {
    for (const permission of [undefined, "", "x".repeat(256), null, 5]) {
      const reply = await get(permission)
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors[0].location).toBe("body.permission")
    }
  })
})
