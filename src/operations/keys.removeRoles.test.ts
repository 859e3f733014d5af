import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveHolder } from "../../test/harness/serve-holder.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("keys.removeRoles", () => {
  const { keyId, keyward, stored, verify } = serveHolder({
    engine: "sqlite",
    roles: [
      { name: "reader", permissions: ["doc.read"] },
      { name: "writer", permissions: ["doc.read", "doc.write"] },
      { name: "not held" },
    ],
    key: { roles: ["reader", "writer"] },
  })
  const remove = (roles: unknown) => keyward.ok("keys.removeRoles", { keyId: keyId(), roles })

  test("removes by id and name, and what no other role gives goes with it", async () => {
    const { id } = await keyward.ok("permissions.getRole", { role: "writer" })
    const changes = await changesDuring(keyward, async () => {
      const reader = await keyward.ok("permissions.getRole", { role: "reader" })
      expect(await remove([id, "writer"])).toEqual([reader])
    })
    expect(changes).toEqual([["key.updated", { roles: ["writer"] }, {}]])
    expect(await verify("doc.write")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("doc.read")).toBe("VALID")
  })

  test("records nothing for a known role that the key does not hold", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await remove(["not held"])).toHaveLength(2)
    })
    expect(changes).toEqual([])
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("refuses an unknown role as a whole", async () => {
    const body = { keyId: keyId(), roles: ["writer", "nobody"] }
    await expectRefused(keyward, ["keys.removeRoles", body], "404 data/role_not_found")
    expect((await stored()).roles).toEqual(["reader", "writer"])
  })

  test("refuses bad input at its location", async () => {
    await expectViolations(keyward, "keys.removeRoles", [
      [{ keyId: keyId() }, "body.roles"],
      [{ keyId: keyId(), roles: [] }, "body.roles"],
      [{ keyId: keyId(), roles: Array(101).fill("reader") }, "body.roles"],
      [{ keyId: keyId(), roles: [null] }, "body.roles[0]"],
    ])
  })
})
