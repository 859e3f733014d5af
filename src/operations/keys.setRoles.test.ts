import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveHolder } from "../../test/harness/serve-holder.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("keys.setRoles", () => {
  const { keyId, keyward, stored, verify } = serveHolder({
    engine: "sqlite",
    roles: [
      { name: "reader", permissions: ["doc.read"] },
      { name: "reader too", permissions: ["doc.read"] },
      { name: "writer", permissions: ["doc.write"] },
    ],
    key: { permissions: ["own"], roles: ["reader"] },
  })
  const set = (roles: unknown) => keyward.ok("keys.setRoles", { keyId: keyId(), roles })

  test("replaces the set, and leaves direct permissions", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await set(["writer", "writer"])).toEqual([await keyward.ok("permissions.getRole", { role: "writer" })])
    })
    expect(changes).toEqual([["key.updated", { roles: ["reader"] }, { roles: ["writer"] }]])
    expect(await verify("doc.read")).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await verify("doc.write AND own")).toBe("VALID")
  })

  test("clears the set with []", async () => {
    expect(await set([])).toEqual([])
    expect(await stored()).toMatchObject({ roles: [], permissions: ["own"] })
    await keyward.ok("permissions.getRole", { role: "reader" })
  })

  test("records nothing for the same set", async () => {
    const { id } = await keyward.ok("permissions.getRole", { role: "reader" })
    expect(await changesDuring(keyward, () => set([id]))).toEqual([])
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("records a change of roles that give the same permissions", async () => {
    const changes = await changesDuring(keyward, () => set(["reader too"]))
    expect(changes).toEqual([["key.updated", { roles: ["reader"] }, { roles: ["reader too"] }]])
  })

  test("refuses an unknown role as a whole, and names it", async () => {
    const body = { keyId: keyId(), roles: ["writer", "nobody"] }
    expect(await expectRefused(keyward, ["keys.setRoles", body], "404 data/role_not_found")).toContain("nobody")
    expect((await stored()).roles).toEqual(["reader"])
  })

  test("refuses bad input at its location", async () => {
    await expectViolations(keyward, "keys.setRoles", [
      [{ keyId: keyId() }, "body.roles"],
      [{ keyId: keyId(), roles: null }, "body.roles"],
      [{ keyId: keyId(), roles: Array(101).fill("reader") }, "body.roles"],
      [{ keyId: keyId(), roles: ["reader", 5] }, "body.roles[1]"],
    ])
  })
})
