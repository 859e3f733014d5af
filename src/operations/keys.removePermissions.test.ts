import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveHolder } from "../../test/harness/serve-holder.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("keys.removePermissions", () => {
  const { keyId, keyward, stored, verify } = serveHolder({
    engine: "sqlite",
    roles: [{ name: "reader", permissions: ["doc.read"] }],
    key: { permissions: ["a", "b", "doc.read"], roles: ["reader"] },
  })
  const remove = (permissions: unknown) => keyward.ok("keys.removePermissions", { keyId: keyId(), permissions })

  test("removes by id and slug, and answers the direct permissions that are left", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "a" })
    const changes = await changesDuring(keyward, async () => {
      expect(await remove([id, "a"])).toMatchObject([{ slug: "b" }, { slug: "doc.read" }])
    })
    expect(changes).toEqual([["key.updated", { permissions: ["a"] }, {}]])
    expect(await verify("a")).toBe("INSUFFICIENT_PERMISSIONS")
    await keyward.ok("permissions.getPermission", { permission: "a" })
  })

  test("leaves what the key holds through a role", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await remove(["doc.read"])).toHaveLength(2)
    })
    expect(changes).toEqual([["key.updated", { permissions: ["doc.read"] }, {}]])
    expect((await stored()).permissions).toEqual(["a", "b", "doc.read"])
    expect(await verify("doc.read")).toBe("VALID")
    await keyward.ok("keys.setRoles", { keyId: keyId(), roles: [] })
    expect((await stored()).permissions).toEqual(["a", "b"])
  })

  test("records nothing for a known permission that the key does not hold", async () => {
    await keyward.ok("permissions.createPermission", { name: "n", slug: "not.held" })
    const changes = await changesDuring(keyward, async () => {
      expect(await remove(["not.held"])).toHaveLength(3)
    })
    expect(changes).toEqual([])
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("creates nothing: an unknown slug is 404, and nothing is removed", async () => {
    const body = { keyId: keyId(), permissions: ["a", "unknown.slug"] }
    await expectRefused(keyward, ["keys.removePermissions", body], "404 data/permission_not_found")
    expect((await stored()).permissions).toEqual(["a", "b", "doc.read"])
    expect((await keyward.call("permissions.getPermission", { permission: "unknown.slug" })).status).toBe(404)
  })

  test("refuses bad input at its location", async () => {
    await expectViolations(keyward, "keys.removePermissions", [
      [{ keyId: keyId() }, "body.permissions"],
      [{ keyId: keyId(), permissions: [] }, "body.permissions"],
      [{ keyId: keyId(), permissions: Array(1001).fill("p") }, "body.permissions"],
      [{ keyId: keyId(), permissions: [""] }, "body.permissions[0]"],
    ])
  })
})
