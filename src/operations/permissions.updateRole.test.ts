import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe.each([...engines])("permissions.updateRole on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let roleId: string
  let name: string
  let count = 0

  beforeEach(async () => {
    count += 1
    name = `role ${count}`
    const role = { name, description: "Before", permissions: ["documents.read"] }
    roleId = (await keyward.ok("permissions.createRole", role)).roleId
  })

  const update = (body: object) => keyward.call("permissions.updateRole", body)
  const stored = () => keyward.ok("permissions.getRole", { role: roleId })
  const updates = () => keyward.events({ resourceId: roleId, type: "role.updated" })

  test("renames a role, found by id or name, and records only what changed", async () => {
    const { permissions } = await stored()
    const renamed = { id: roleId, name: `${name} renamed`, description: "Before" }
    expect((await update({ role: name, name: renamed.name })).body.data).toEqual(renamed)
    expect(await stored()).toEqual({ ...renamed, permissions })
    expect(await updates()).toEqual([
      expect.objectContaining({
        resources: [{ type: "role", id: roleId }],
        changes: { before: { name }, after: { name: renamed.name } },
      }),
    ])
    expect(outcomeOf(await update({ role: name, name: "other" }))).toBe("404 data/role_not_found")
    expect((await update({ role: roleId, name })).body.data.name).toBe(name)
  })

  test.each([[null], [""]])("removes the description with %j, and keeps what is absent", async (description) => {
    const changed = await update({ role: roleId, description: "After" })
    expect(changed.body.data).toEqual({ id: roleId, name, description: "After" })
    expect((await update({ role: roleId, description })).body.data).toEqual({ id: roleId, name })
    expect(await stored()).toMatchObject({ name, permissions: [{ slug: "documents.read" }] })
    expect(await stored()).not.toHaveProperty("description")
  })

  test("shows the new name on every key that holds the role, without an event of theirs", async () => {
    const { keyId } = await createKey(keyward, { roles: [roleId] })
    await update({ role: roleId, name: `${name} renamed` })
    expect((await keyward.ok("keys.getKey", { keyId })).roles).toEqual([`${name} renamed`])
    expect((await keyward.events({ resourceId: keyId })).map(({ type }) => type)).toEqual(["key.created"])
  })

  test("records nothing where nothing changes", async () => {
    expect((await update({ role: roleId })).body.data).toEqual({ id: roleId, name, description: "Before" })
    expect((await update({ role: roleId, name, description: "Before" })).status).toBe(200)
    expect(await updates()).toEqual([])
  })

  test("refuses the name of another role, also when two roles want it at the same moment", async () => {
    const { roleId: other } = await keyward.ok("permissions.createRole", { name: `${name} other` })
    expect(outcomeOf(await update({ role: roleId, name: `${name} other` }))).toBe("409 data/role_already_exists")
    expect(await updates()).toEqual([])
    const wanted = `${name} wanted`
    const replies = await Promise.all([roleId, other].map((role) => update({ role, name: wanted })))
    expect(replies.map(outcomeOf).sort()).toEqual(["200", "409 data/role_already_exists"])
  })

  test("refuses bad fields, each at its place, and names that look like ids", async () => {
    const names = [roleId, null, "x".repeat(129)]
    await expectViolations(keyward, "permissions.updateRole", [
      [{ name: "", description: "x".repeat(513) }, "body.description", "body.name", "body.role"],
      ...names.map((name) => [{ role: roleId, name }, "body.name"] as const),
    ])
    expect((await stored()).name).toBe(name)
  })
})
