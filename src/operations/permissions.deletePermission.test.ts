import { describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

describe("permissions.deletePermission", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const remove = (permission: string) => keyward.ok("permissions.deletePermission", { permission })

  test("takes it from every role and key, and records only its own deletion", async () => {
    await keyward.ok("permissions.createRole", { name: "editor", permissions: ["edit", "view"] })
    const { keyId } = await createKey(keyward, { permissions: ["edit"] })
    const permission = await keyward.ok("permissions.getPermission", { permission: "edit" })
    const events = await eventsDuring(keyward, async () => expect(await remove("edit")).toEqual({}))
    expect((await keyward.ok("keys.getKey", { keyId })).permissions).toEqual([])
    const role = await keyward.ok("permissions.getRole", { role: "editor" })
    expect(role.permissions).toMatchObject([{ slug: "view" }])
    expect(events).toMatchObject([
      {
        type: "permission.deleted",
        resources: [{ type: "permission", id: permission.id }],
        changes: { before: permission, after: null },
      },
    ])
  })

  test("finds the permission by id too, and knows it no second time", async () => {
    const { permissionId } = await keyward.ok("permissions.createPermission", { name: "n", slug: "once" })
    await remove(permissionId)
    for (const permission of [permissionId, "once"]) {
      const call = ["permissions.deletePermission", { permission }] as const
      await expectRefused(keyward, [...call], "404 data/permission_not_found")
    }
  })

  test("frees the slug, for a new permission that no key holds", async () => {
    const { keyId } = await createKey(keyward, { permissions: ["phoenix"] })
    await remove("phoenix")
    await keyward.ok("permissions.createPermission", { name: "n", slug: "phoenix" })
    expect((await keyward.ok("keys.getKey", { keyId })).permissions).toEqual([])
  })
})
