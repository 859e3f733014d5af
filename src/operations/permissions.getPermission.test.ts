import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("permissions.getPermission", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let permissionId: string
  beforeAll(async () => {
    const created = await keyward.ok("permissions.createPermission", { name: "Read", slug: "Docs.read" })
    permissionId = created.permissionId
  })

  test("finds a permission by id and by slug", async () => {
    for (const permission of [permissionId, "Docs.read"]) {
      const found = await keyward.ok("permissions.getPermission", { permission })
      expect(found).toEqual({ id: permissionId, name: "Read", slug: "Docs.read" })
    }
  })

  test.each(["docs.read", "Read", "not a slug at all"])("knows no %p", async (permission) => {
    const reply = await keyward.call("permissions.getPermission", { permission })
    expect(outcomeOf(reply)).toBe("404 data/permission_not_found")
  })
})
