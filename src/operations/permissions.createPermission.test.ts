import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe.each([...engines])("permissions.createPermission on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  const create = (body: object, options = {}) => keyward.call("permissions.createPermission", body, options)

  test("creates a permission and records it once", async () => {
    const body = { name: "Read documents", slug: "documents.read", description: "May read" }
    const { permissionId } = await keyward.ok("permissions.createPermission", body)
    expect(permissionId).toMatch(/^perm_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const permission = await keyward.ok("permissions.getPermission", { permission: permissionId })
    expect(permission).toEqual({ id: permissionId, ...body })
    expect(await keyward.events({ resourceId: permissionId })).toEqual([
      expect.objectContaining({
        type: "permission.created",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [{ type: "permission", id: permissionId }],
        changes: { before: null, after: permission },
      }),
    ])
  })

  test("takes an empty description as none, and names that are not unique", async () => {
    for (const slug of ["empty.one", "empty.two"]) {
      await keyward.ok("permissions.createPermission", { name: "Same", slug, description: "" })
      const permission = await keyward.ok("permissions.getPermission", { permission: slug })
      expect(permission).toEqual({ id: expect.any(String), name: "Same", slug })
    }
  })

  test("accepts every character of a slug, and tells letter case apart", async () => {
    for (const slug of ["A.z_0-9:*/", "a.z_0-9:*/", "*", "x".repeat(128)]) {
      expect((await create({ name: "n", slug })).status).toBe(200)
    }
  })

  test("refuses a slug that is taken, and records nothing", async () => {
    await keyward.ok("permissions.createPermission", { name: "First", slug: "taken" })
    const body = { name: "Second", slug: "taken" }
    await expectRefused(keyward, ["permissions.createPermission", body], "409 data/permission_already_exists")
    expect((await keyward.ok("permissions.getPermission", { permission: "taken" })).name).toBe("First")
  })

  test("lets exactly one of parallel creations of a slug win", async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => create({ name: "n", slug: "raced" })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test("keeps the slugs of workspaces apart", async () => {
    const other = await keyward.createWorkspace()
    await keyward.ok("permissions.createPermission", { name: "n", slug: "shared" })
    expect((await create({ name: "n", slug: "shared" }, { key: other.rootKey })).status).toBe(200)
  })

  test("refuses bad input, each field at its place", async () => {
    const badSlugs = ["", "s".repeat(129), "with space", "AND", "or", "perm_1BzmjTFLHWXwiSK4y3H5iW"]
    await expectViolations(keyward, "permissions.createPermission", [
      [{}, "body.name", "body.slug"],
      [{ name: "", slug: 2, more: 3 }, "body.name", "body.slug", "body.more"],
      [{ name: "n".repeat(513), slug: "s" }, "body.name"],
      [{ name: "n", slug: "s", description: "d".repeat(513) }, "body.description"],
      [{ name: "n", slug: "s", description: null }, "body.description"],
      ...badSlugs.map((slug) => [{ name: "n", slug }, "body.slug"] as const),
    ])
  })
})
