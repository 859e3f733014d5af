import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("permissions.updatePermission", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let permissionId: string
  let slug: string
  let count = 0

  beforeEach(async () => {
    count += 1
    slug = `documents.${count}`
    const permission = { name: "Before", slug, description: "Text" }
    permissionId = (await keyward.ok("permissions.createPermission", permission)).permissionId
  })

  const update = (body: object) => keyward.ok("permissions.updatePermission", body)
  const stored = () => keyward.ok("permissions.getPermission", { permission: permissionId })
  const updates = () => keyward.events({ resourceId: permissionId, type: "permission.updated" })

  test("changes the name of a permission, found by id or slug, and records only what changed", async () => {
    const renamed = { id: permissionId, name: "After", slug, description: "Text" }
    expect(await update({ permission: slug, name: "After" })).toEqual(renamed)
    expect(await stored()).toEqual(renamed)
    expect(await updates()).toEqual([
      expect.objectContaining({
        resources: [{ type: "permission", id: permissionId }],
        changes: { before: { name: "Before" }, after: { name: "After" } },
      }),
    ])
    expect((await update({ permission: permissionId, name: "Before", slug })).name).toBe("Before")
  })

  test.each([[null], [""]])("removes the description with %j, and keeps what is absent", async (description) => {
    const removed = await update({ permission: permissionId, description })
    expect(removed).toEqual({ id: permissionId, name: "Before", slug })
    expect(await stored()).not.toHaveProperty("description")
    const added = await update({ permission: permissionId, description: "Again" })
    expect(added).toEqual({ id: permissionId, name: "Before", slug, description: "Again" })
  })

  test("refuses another slug and changes nothing", async () => {
    const body = { permission: permissionId, slug: `${slug}.new`, name: "After" }
    const call = ["permissions.updatePermission", body] as const
    expect(await expectRefused(keyward, [...call], "412 application/precondition_failed")).toContain(`${slug}.new`)
    expect(await stored()).toMatchObject({ name: "Before", slug })
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
    expect(await update({ permission: permissionId })).toEqual(same)
    expect(await update({ permission: slug, name: "Before", slug, description: "Text" })).toEqual(same)
    expect(await updates()).toEqual([])
  })

  test("refuses bad fields, each at its place", async () => {
    await expectViolations(keyward, "permissions.updatePermission", [
      [{ name: "", slug: "a b", description: 5 }, "body.description", "body.name", "body.permission", "body.slug"],
      [{ permission: slug, name: null, slug: null }, "body.name", "body.slug"],
      [{ permission: slug, slug: permissionId }, "body.slug"],
    ])
  })
})
