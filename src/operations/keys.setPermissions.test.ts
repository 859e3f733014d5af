import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveHolder } from "../../test/harness/serve-holder.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("keys.setPermissions", () => {
  const { keyId, keyward, stored, verify } = serveHolder({
    engine: "sqlite",
    roles: [{ name: "reader", permissions: ["doc.read"] }],
    key: { permissions: ["a", "b"], roles: ["reader"] },
  })
  const set = (permissions: unknown) => keyward.ok("keys.setPermissions", { keyId: keyId(), permissions })

  test("replaces the direct set, creates unknown slugs, and leaves what comes through roles", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await set(["c", "b", "c"])).toEqual([
        { id: expect.any(String), name: "b", slug: "b" },
        { id: expect.any(String), name: "c", slug: "c" },
      ])
    })
    expect(changes.map(([type]) => type)).toEqual(["permission.created", "key.updated"])
    expect(changes[1]).toEqual(["key.updated", { permissions: ["a"] }, { permissions: ["c"] }])
    expect(await verify("a")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("b AND c AND doc.read")).toBe("VALID")
    expect((await stored()).permissions).toEqual(["b", "c", "doc.read"])
  })

  test("clears the set with []", async () => {
    expect(await set([])).toEqual([])
    expect((await stored()).permissions).toEqual(["doc.read"])
    await keyward.ok("permissions.getPermission", { permission: "a" })
  })

  test("records nothing for the same set", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "a" })
    expect(await changesDuring(keyward, () => set(["b", id, "a"]))).toEqual([])
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("leaves no new slug behind if another permission is unknown", async () => {
    const body = { keyId: keyId(), permissions: ["left.behind", "perm_1BzmjTFLHWXwiSK4y3H5iW"] }
    await expectRefused(keyward, ["keys.setPermissions", body], "404 data/permission_not_found")
    expect((await keyward.call("permissions.getPermission", { permission: "left.behind" })).status).toBe(404)
    expect((await stored()).permissions).toEqual(["a", "b", "doc.read"])
  })

  test("refuses bad input at its location", async () => {
    await expectViolations(keyward, "keys.setPermissions", [
      [{ keyId: keyId() }, "body.permissions"],
      [{ keyId: keyId(), permissions: null }, "body.permissions"],
      [{ keyId: keyId(), permissions: Array(1001).fill("p") }, "body.permissions"],
      [{ keyId: keyId(), permissions: ["and"] }, "body.permissions[0]"],
    ])
  })
})
