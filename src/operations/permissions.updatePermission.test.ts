import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("permissions.updatePermission on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let permissionId: string
  let slug: string
  let count = 0

  beforeEach(async () => {
    count += 1
    slug = `documents.${count}`
    const permission = { name: "Before", slug, description: "Text" }
    permissionId = (await keyward.ok("permissions.createPermission", permission)).permissionId
  })

  const update = (body: object, options = {}) => keyward.call("permissions.updatePermission", body, options)
  const stored = () => keyward.ok("permissions.getPermission", { permission: permissionId })
  const updates = () => keyward.events({ resourceId: permissionId, type: "permission.updated" })

  test("changes the name of a permission, found by id or slug, and records only what changed", async () => {
    const renamed = { id: permissionId, name: "After", slug, description: "Text" }
    expect((await update({ permission: slug, name: "After" })).body.data).toEqual(renamed)
    expect(await stored()).toEqual(renamed)
    expect(await updates()).toEqual([
      expect.objectContaining({
        resources: [{ type: "permission", id: permissionId }],
        changes: { before: { name: "Before" }, after: { name: "After" } },
      }),
    ])
    expect((await update({ permission: permissionId, name: "Before", slug })).body.data.name).toBe("Before")
  })

  test.each([[null], [""]])("removes the description with %j, and keeps what is absent", async (description) => {
    const removed = await update({ permission: permissionId, description })
    expect(removed.body.data).toEqual({ id: permissionId, name: "Before", slug })
    expect(await stored()).not.toHaveProperty("description")
    const added = await update({ permission: permissionId, description: "Again" })
    expect(added.body.data).toEqual({ id: permissionId, name: "Before", slug, description: "Again" })
  })

  test("refuses another slug and changes nothing", async () => {
    const reply = await update({ permission: permissionId, slug: `${slug}.new`, name: "After" })
    expect(outcomeOf(reply)).toBe("412 application/precondition_failed")
    expect(reply.body.error.detail).toContain(`${slug}.new`)
    expect(await stored()).toMatchObject({ name: "Before", slug })
    expect(await updates()).toEqual([])
  })

  test("leaves every key and role that holds it as it is", async () => {
    await keyward.ok("permissions.createRole", { name: slug, permissions: [slug] })
    const { key } = await createKey(keyward, { roles: [slug] })
    await update({ permission: slug, name: "After" })
    expect(await keyward.ok("keys.verifyKey", { key, permissions: slug })).toMatchObject({ permissions: [slug] })
    const role = await keyward.ok("permissions.getRole", { role: slug })
    expect(role.permissions).toMatchObject([{ slug, name: "After" }])
  })

  test("records nothing where nothing changes", async () => {
    const same = { id: permissionId, name: "Before", slug, description: "Text" }
    expect((await update({ permission: permissionId })).body.data).toEqual(same)
    expect((await update({ permission: slug, name: "Before", slug, description: "Text" })).body.data).toEqual(same)
    expect(await updates()).toEqual([])
  })

  test("runs once under one Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": `update-${engine}-${count}` }
    const first = await update({ permission: slug, name: "Once" }, { headers })
    await update({ permission: slug, name: "Since then" })
    const again = await update({ permission: slug, name: "Once" }, { headers })
    expect([again.body.data, again.headers.get("idempotency-replayed")]).toEqual([first.body.data, "true"])
    expect((await stored()).name).toBe("Since then")
  })

  test("refuses bad fields, each at its place", async () => {
    const bad = await update({ name: "", slug: "a b", description: 5, id: "x" })
    const locations = ["body.description", "body.id", "body.name", "body.permission", "body.slug"]
    expect([bad.status, locationsOf(bad)]).toEqual([400, locations])
    for (const wrong of [{ name: null }, { slug: null }, { slug: permissionId }]) {
      expect((await update({ permission: slug, ...wrong })).status).toBe(400)
    }
  })
})
