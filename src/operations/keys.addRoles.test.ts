import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveHolder } from "../../test/harness/serve-holder.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("keys.addRoles", () => {
  const { keyId, keyward, stored, verify } = serveHolder({
    engine: "sqlite",
    roles: [
      { name: "reader", permissions: ["doc.read"] },
      { name: "Writer", description: "Writes", permissions: ["doc.write", "doc.read"] },
    ],
    key: { permissions: ["own"], roles: ["reader"] },
  })
  const add = (roles: unknown) => keyward.ok("keys.addRoles", { keyId: keyId(), roles })

  test("adds by id and name, and answers all roles of the key by name", async () => {
    const writer = await keyward.ok("permissions.getRole", { role: "Writer" })
    const changes = await changesDuring(keyward, async () => {
      const reader = await keyward.ok("permissions.getRole", { role: "reader" })
      expect(await add([writer.id, "Writer"])).toEqual([writer, reader])
    })
    expect(changes).toEqual([["key.updated", {}, { roles: ["Writer"] }]])
    expect(await verify("doc.write")).toBe("VALID")
    expect(await stored()).toMatchObject({
      roles: ["Writer", "reader"],
      permissions: ["doc.read", "doc.write", "own"],
    })
  })

  test("records nothing for a role that the key holds already", async () => {
    const changes = await changesDuring(keyward, async () => {
      expect(await add(["reader"])).toHaveLength(1)
    })
    expect(changes).toEqual([])
    expect((await stored()).updatedAt).toBeUndefined()
  })

  test("creates no role: an unknown one is 404 naming it, and nothing is added", async () => {
    const body = { keyId: keyId(), roles: ["Writer", "nobody"] }
    expect(await expectRefused(keyward, ["keys.addRoles", body], "404 data/role_not_found")).toContain("nobody")
    expect((await stored()).roles).toEqual(["reader"])
  })

  test("refuses bad input at its location", async () => {
    await expectViolations(keyward, "keys.addRoles", [
      [{ keyId: keyId() }, "body.roles"],
      [{ keyId: keyId(), roles: [] }, "body.roles"],
      [{ keyId: keyId(), roles: Array(101).fill("reader") }, "body.roles"],
      [{ keyId: keyId(), roles: ["", "r".repeat(256)] }, "body.roles[0]", "body.roles[1]"],
    ])
  })
})
