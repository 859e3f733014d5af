import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.createPermission on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const create = (body: object, options = {}) => keyward.call("permissions.createPermission", body, options)
  const newestEvent = async () => (await keyward.events({ limit: 1 }))[0]

  test("creates a permission and records it once", async () => {
    const body = { name: "Read documents", slug: "documents.read", description: "May read" }
    const { permissionId } = await keyward.ok("permissions.createPermission", body)
    expect(permissionId).toMatch(/^perm_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const permission = await keyward.ok("permissions.getPermission", { permission: permissionId })
    expect(permission).toEqual({ id: permissionId, ...body })
    const events = await keyward.events({ resourceId: permissionId })
    expect(events).toEqual([
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
    const before = await newestEvent()
    const reply = await create({ name: "Second", slug: "taken" })
    expect(reply.status).toBe(409)
    expect(reply.body.error.type).toEndWith("/data/permission_already_exists")
    expect((await keyward.ok("permissions.getPermission", { permission: "taken" })).name).toBe("First")
    expect(await newestEvent()).toEqual(before)
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

  test.each([
    ["no name", { slug: "s" }, ["body.name"]],
    ["an empty name", { name: "", slug: "s" }, ["body.name"]],
    ["a name too long", { name: "n".repeat(513), slug: "s" }, ["body.name"]],
    ["no slug", { name: "n" }, ["body.slug"]],
    ["an empty slug", { name: "n", slug: "" }, ["body.slug"]],
    ["a slug too long", { name: "n", slug: "s".repeat(129) }, ["body.slug"]],
    ["a slug with a space", { name: "n", slug: "with space" }, ["body.slug"]],
    ["the slug AND", { name: "n", slug: "AND" }, ["body.slug"]],
    ["the slug or", { name: "n", slug: "or" }, ["body.slug"]],
    ["a slug in the form of an id", { name: "n", slug: "perm_1BzmjTFLHWXwiSK4y3H5iW" }, ["body.slug"]],
    ["a description too long", { name: "n", slug: "s", description: "d".repeat(513) }, ["body.description"]],
    ["null as description", { name: "n", slug: "s", description: null }, ["body.description"]],
    ["three violations, all of them named", { name: 1, slug: 2, more: 3 }, ["body.name", "body.slug", "body.more"]],
  ])("refuses %s", async (_what, body, locations) => {
    const reply = await create(body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location)).toEqual(locations)
  })
})
