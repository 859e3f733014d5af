import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("permissions.createRole", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const status = async (operation: string, body: object) => (await keyward.call(operation, body)).status

  test("creates a role without permissions and records it once", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "Späher ✓", description: "" })
    expect(roleId).toMatch(/^role_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const role = await keyward.ok("permissions.getRole", { role: roleId })
    expect(role).toEqual({ id: roleId, name: "Späher ✓", permissions: [] })
    expect(await keyward.events({ resourceId: roleId })).toEqual([
      expect.objectContaining({
        type: "role.created",
        resources: [{ type: "role", id: roleId }],
        changes: { before: null, after: role },
      }),
    ])
  })

  test("takes permissions by id and slug, creates unknown slugs, and merges repetitions", async () => {
    const { permissionId } = await keyward.ok("permissions.createPermission", { name: "Write", slug: "doc.write" })
    const body = { name: "editor", description: "Edits" }
    const permissions = ["doc.write", permissionId, "doc.read", "doc.read", "doc.Admin"]
    const changes = await changesDuring(keyward, () => keyward.ok("permissions.createRole", { ...body, permissions }))
    const role = await keyward.ok("permissions.getRole", { role: "editor" })
    expect(role).toEqual({
      id: expect.any(String),
      ...body,
      permissions: [
        { id: expect.any(String), name: "doc.Admin", slug: "doc.Admin" },
        { id: expect.any(String), name: "doc.read", slug: "doc.read" },
        { id: permissionId, name: "Write", slug: "doc.write" },
      ],
    })
    expect(changes).toEqual([
      ["permission.created", null, expect.objectContaining({ slug: "doc.read" })],
      ["permission.created", null, expect.objectContaining({ slug: "doc.Admin" })],
      ["role.created", null, { ...role, permissions: ["doc.Admin", "doc.read", "doc.write"] }],
    ])
  })

  test("refuses a name that is taken, and leaves no permission behind", async () => {
    await keyward.ok("permissions.createRole", { name: "taken" })
    const body = { name: "taken", permissions: ["left.behind"] }
    await expectRefused(keyward, ["permissions.createRole", body], "409 data/role_already_exists")
    expect(await status("permissions.getPermission", { permission: "left.behind" })).toBe(404)
  })

  test("refuses an unknown permission id as a whole", async () => {
    const body = { name: "whole", permissions: ["half", "perm_1BzmjTFLHWXwiSK4y3H5iW"] }
    await expectRefused(keyward, ["permissions.createRole", body], "404 data/permission_not_found")
    expect(await status("permissions.getPermission", { permission: "half" })).toBe(404)
    expect(await status("permissions.getRole", { role: "whole" })).toBe(404)
  })

  test("refuses bad input, each field at its place", async () => {
    await expectViolations(keyward, "permissions.createRole", [
      [{}, "body.name"],
      [{ name: "" }, "body.name"],
      [{ name: "n".repeat(129) }, "body.name"],
      [{ name: "role_1BzmjTFLHWXwiSK4y3H5iW" }, "body.name"],
      [{ name: "n", description: "d".repeat(513) }, "body.description"],
      [{ name: "n", permissions: null }, "body.permissions"],
      [{ name: "n", permissions: Array(1001).fill("p") }, "body.permissions"],
      [{ name: "n", permissions: ["a b", "ok", "and"] }, "body.permissions[0]", "body.permissions[2]"],
    ])
  })
})
