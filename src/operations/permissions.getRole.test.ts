import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("permissions.getRole", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let roleId: string
  beforeAll(async () => {
    roleId = (await keyward.ok("permissions.createRole", { name: "Editor", permissions: ["b", "a"] })).roleId
  })

  test("finds a role by id and by name, with its permissions ascending by slug", async () => {
    const permissions = ["a", "b"].map((slug) => ({ id: expect.any(String), name: slug, slug }))
    for (const role of [roleId, "Editor"]) {
      expect(await keyward.ok("permissions.getRole", { role })).toEqual({ id: roleId, name: "Editor", permissions })
    }
  })

  test.each(["editor", " Editor"])("knows no %p, and says so", async (role) => {
    const reply = await keyward.call("permissions.getRole", { role })
    expect(outcomeOf(reply)).toBe("404 data/role_not_found")
    expect(reply.body.error.detail).toContain(role)
  })
})
