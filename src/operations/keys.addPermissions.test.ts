import { describe, expect, test } from "bun:test"
import { changesDuring, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveHolder } from "../../test/harness/serve-holder.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("keys.addPermissions", () => {
  const { apiId, keyId, keyward, stored, verify } = serveHolder({
    engine: "sqlite",
    roles: [{ name: "reader", permissions: ["doc.read"] }],
    key: { permissions: ["b"], roles: ["reader"] },
  })
  const add = (permissions: unknown) => keyward.ok("keys.addPermissions", { keyId: keyId(), permissions })

  test("adds by id and slug, creates unknown slugs, and answers all direct permissions by slug", async () => {
    const { id } = await keyward.ok("permissions.getPermission", { permission: "b" })
    const events = await eventsDuring(keyward, async () => {
      expect(await add(["c", "a", id, "a"])).toEqual([
        { id: expect.any(String), name: "a", slug: "a" },
        { id, name: "b", slug: "b" },
        { id: expect.any(String), name: "c", slug: "c" },
      ])
    })
    expect(await verify("a AND b AND c AND doc.read")).toBe("VALID")
    expect(await stored()).toMatchObject({ permissions: ["a", "b", "c", "doc.read"], updatedAt: expect.any(Number) })
    expect(events.map(({ type }) => type)).toEqual(["permission.created", "permission.created", "key.updated"])
    const resources = [
      { type: "key", id: keyId() },
      { type: "api", id: apiId() },
    ]
    // The event has only the new permissions.
    expect(events[2]).toMatchObject({ resources, changes: { before: {}, after: { permissions: ["a", "c"] } } })
  })

  test("records nothing for what the key holds already", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await add(["b"])).toEqual([{ id: expect.any(String), name: "b", slug: "b" }])
    })
    expect(changes).toEqual([])
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("adds directly what the key holds through a role, so that it survives the role", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await add(["doc.read"])).toMatchObject([{ slug: "b" }, { slug: "doc.read" }])
    })
    expect(changes).toEqual([["key.updated", {}, { permissions: ["doc.read"] }]])
    await keyward.ok("keys.setRoles", { keyId: keyId(), roles: [] })
    expect((await stored()).permissions).toEqual(["b", "doc.read"])
    expect(await verify("doc.read")).toBe("VALID")
  })

  test("leaves no new slug behind if another permission is unknown", async () => {
    const body = { keyId: keyId(), permissions: ["left.behind", "perm_1BzmjTFLHWXwiSK4y3H5iW"] }
    await expectRefused(keyward, ["keys.addPermissions", body], "404 data/permission_not_found")
    expect((await keyward.call("permissions.getPermission", { permission: "left.behind" })).status).toBe(404)
    expect((await stored()).permissions).toEqual(["b", "doc.read"])
  })

  test("refuses bad input at its location", async () => {
    await expectViolations(keyward, "keys.addPermissions", [
      [{ keyId: keyId() }, "body.permissions"],
      [{ keyId: keyId(), permissions: [] }, "body.permissions"],
      [{ keyId: keyId(), permissions: Array(1001).fill("p") }, "body.permissions"],
      [{ keyId: keyId(), permissions: ["a b"] }, "body.permissions[0]"],
    ])
  })
})
