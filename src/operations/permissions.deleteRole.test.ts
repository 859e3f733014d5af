import { describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

describe("permissions.deleteRole", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const remove = (role: string) => keyward.ok("permissions.deleteRole", { role })

  test("takes it and what it gave from every key, and records only its own deletion", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "editor", permissions: ["edit", "view"] })
    const { keyId } = await createKey(keyward, { roles: ["editor"], permissions: ["view"] })
    const events = await eventsDuring(keyward, async () => expect(await remove("editor")).toEqual({}))
    expect(await keyward.ok("keys.getKey", { keyId })).toMatchObject({ roles: [], permissions: ["view"] })
    await keyward.ok("permissions.getPermission", { permission: "edit" })
    expect(events).toMatchObject([
      {
        type: "role.deleted",
        resources: [{ type: "role", id: roleId }],
        changes: { before: { id: roleId, name: "editor" }, after: null },
      },
    ])
  })

  test("finds the role by id too, and knows it no second time", async () => {
    const { roleId } = await keyward.ok("permissions.createRole", { name: "once" })
    await remove(roleId)
    for (const role of [roleId, "once"]) {
      const detail = await expectRefused(keyward, ["permissions.deleteRole", { role }], "404 data/role_not_found")
      expect(detail).toContain(role)
    }
  })

  test("frees the name", async () => {
    const first = await keyward.ok("permissions.createRole", { name: "phoenix" })
    await remove("phoenix")
    const second = await keyward.ok("permissions.createRole", { name: "phoenix" })
    expect(second.roleId).not.toBe(first.roleId)
  })
})
