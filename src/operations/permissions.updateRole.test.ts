import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { locationsOf, outcomeOf } from "../../test/outcome.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

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

  const update = (body: object, options = {}) => keyward.call("permissions.updateRole", body, options)
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
    expect((await update({ role: roleId, description: "After" })).body.data).toEqual({
      id: roleId,
      name,
      description: "After",
    })
    expect((await update({ role: roleId, description })).body.data).toEqual({ id: roleId, name })
    expect(await stored()).toMatchObject({ name, permissions: [{ slug: "documents.read" }] })
    expect(await stored()).not.toHaveProperty("description")
  })

  test("shows the new name on every key that holds the role at once, without an event of theirs", async () => {
    const { key, keyId } = await createKey(keyward, { roles: [roleId] })
    const verify = async () => (await keyward.ok("keys.verifyKey", { key })).roles
    expect(await verify()).toEqual([name])
    await update({ role: roleId, name: `${name} renamed` })
    expect(await verify()).toEqual([`${name} renamed`])
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

  test("runs once under one Idempotency-Key, which no other operation shares", async () => {
    const headers = { "Idempotency-Key": `update-${engine}-${count}` }
    const body = { role: roleId, description: "Once" }
    const first = await update(body, { headers })
    await update({ role: roleId, description: "Since then" })
    const again = await update(body, { headers })
    expect([again.body.data, again.headers.get("idempotency-replayed")]).toEqual([first.body.data, "true"])
    expect((await stored()).description).toBe("Since then")
    const elsewhere = await keyward.call("permissions.deleteRole", { role: roleId }, { headers })
    expect([elsewhere.status, elsewhere.headers.get("idempotency-replayed")]).toEqual([200, null])
  })

  test("refuses bad fields, each at its place, and names that look like ids", async () => {
    const bad = await update({ name: "", description: "x".repeat(513), permissions: [] })
    const locations = ["body.description", "body.name", "body.permissions", "body.role"]
    expect([bad.status, locationsOf(bad)]).toEqual([400, locations])
    for (const wrong of [roleId, null, "x".repeat(129)]) {
      expect(locationsOf(await update({ role: roleId, name: wrong }))).toEqual(["body.name"])
    }
    expect((await stored()).name).toBe(name)
  })
})
