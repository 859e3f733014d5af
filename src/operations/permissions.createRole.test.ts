import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.createRole on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const create = (body: object, options = {}) => keyward.call("permissions.createRole", body, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]
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
    const permissions = ["doc.write", permissionId, "doc.read", "doc.read", "doc.Admin"]
    const { roleId } = await keyward.ok("permissions.createRole", { name: "editor", description: "Edits", permissions })
    const role = await keyward.ok("permissions.getRole", { role: "editor" })
    expect(role).toEqual({
      id: roleId,
      name: "editor",
      description: "Edits",
      permissions: [
        { id: expect.any(String), name: "doc.Admin", slug: "doc.Admin" },
        { id: expect.any(String), name: "doc.read", slug: "doc.read" },
        { id: permissionId, name: "Write", slug: "doc.write" },
      ],
    })
    const events = await keyward.events({ limit: 4 })
    expect(events.map(({ type }) => type)).toEqual([
      "role.created",
      "permission.created",
      "permission.created",
      "permission.created",
    ])
    expect(events[0]?.changes.after).toEqual({ ...role, permissions: ["doc.Admin", "doc.read", "doc.write"] })
    expect(events.slice(1, 3).map(({ changes }) => changes.after?.slug)).toEqual(["doc.Admin", "doc.read"])
  })

  test("refuses a name that is taken, and leaves no permission behind", async () => {
    await keyward.ok("permissions.createRole", { name: "taken" })
    const before = await newestEvent()
    const reply = await create({ name: "taken", permissions: ["left.behind"] })
    expect(reply.status).toBe(409)
    expect(reply.body.error.type).toEndWith("/data/role_already_exists")
    expect(await status("permissions.getPermission", { permission: "left.behind" })).toBe(404)
    expect(await newestEvent()).toEqual(before)
  })

  test("refuses an unknown permission id, and one of another workspace, as a whole", async () => {
    const other = await keyward.createWorkspace()
    const body = { name: "n", slug: "theirs" }
    const { permissionId } = await keyward.ok("permissions.createPermission", body, { key: other.rootKey })
    for (const permission of ["perm_1BzmjTFLHWXwiSK4y3H5iW", permissionId]) {
      const reply = await create({ name: "whole", permissions: ["half", permission] })
      expect(reply.status).toBe(404)
      expect(reply.body.error.type).toEndWith("/data/permission_not_found")
    }
    expect(await status("permissions.getPermission", { permission: "half" })).toBe(404)
    expect(await status("permissions.getRole", { role: "whole" })).toBe(404)
  })

  test.each([
    ["no name", {}, ["body.name"]],
    ["an empty name", { name: "" }, ["body.name"]],
    ["a name too long", { name: "n".repeat(129) }, ["body.name"]],
    ["a name in the form of an id", { name: "role_1BzmjTFLHWXwiSK4y3H5iW" }, ["body.name"]],
    ["a description too long", { name: "n", description: "d".repeat(513) }, ["body.description"]],
    ["null as permissions", { name: "n", permissions: null }, ["body.permissions"]],
    ["too many permissions", { name: "n", permissions: Array(1001).fill("p") }, ["body.permissions"]],
    [
      "every bad slug",
      { name: "n", permissions: ["a b", "ok", "and"] },
      ["body.permissions[0]", "body.permissions[2]"],
    ],
    ["an unknown member", { name: "n", slug: "s" }, ["body.slug"]],
  ])("refuses %s", async (_what, body, locations) => {
    const reply = await create(body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location)).toEqual(locations)
  })
})
