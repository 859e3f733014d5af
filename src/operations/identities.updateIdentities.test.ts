import { describe, expect, test } from "bun:test"
import { eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe.each(engines)("identities.updateIdentities on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  const update = (body: object) => keyward.ok("identities.updateIdentities", body)
  const create = (externalId: string, more: object = {}) =>
    keyward.ok("identities.createIdentity", { externalId, ...more })
  const planOf = async (identity: string) => (await keyward.ok("identities.getIdentity", { identity })).plan?.name

  test("changes those that are listed, by id and external id, with an event for each that differs", async () => {
    await keyward.ok("plans.createPlan", { name: "gold" })
    const names = Array.from({ length: 120 }, (_, index) => `listed-${index}`)
    const ids = await Promise.all(names.map(async (name) => (await create(name)).identityId))
    await keyward.ok("identities.updateIdentity", { identity: "listed-0", plan: "gold", enabled: false })
    const identities = [...names.slice(0, 60), ...ids.slice(50)]
    const events = await eventsDuring(keyward, async () => {
      expect(await update({ identities, set: { plan: "gold", enabled: false } })).toEqual({ updated: 119 })
    })
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["identity.updated"]))
    expect(events[0]?.changes).toMatchObject({ before: { enabled: true }, after: { enabled: false } })
    const shown = await keyward.ok("identities.listIdentities", { plan: "gold", enabled: false, limit: 100 })
    expect(shown).toHaveLength(100)
    expect(await update({ identities, set: { plan: "gold", enabled: false } })).toEqual({ updated: 0 })
    expect(await update({ identities, set: {} })).toEqual({ updated: 0 })
  })

  test("moves all identities of a plan, and those without a plan with the default plan", async () => {
    for (const name of ["old", "new"]) await keyward.ok("plans.createPlan", { name })
    for (const index of [1, 2, 3]) await create(`mover-${index}`, { plan: "old" })
    await create("stays", { plan: "new" })
    await create("leaves", { plan: "old", planChange: { plan: "new", at: 1 } })
    const at = Date.now() + 3_600_000
    expect(await update({ plan: "old", set: { planChange: { plan: "new", at } } })).toEqual({ updated: 3 })
    expect(await planOf("mover-1")).toBe("old")
    expect(await update({ plan: "old", set: { plan: "new" } })).toEqual({ updated: 3 })
    expect(await planOf("mover-1")).toBe("new")
    expect(await update({ plan: "old", set: { plan: "new" } })).toEqual({ updated: 0 })
    await create("planless")
    await keyward.ok("plans.updatePlan", { plan: "old", default: true })
    await update({ plan: "old", set: { plan: "new" } })
    expect(await planOf("planless")).toBe("new")
    await keyward.ok("plans.updatePlan", { plan: "old", default: false })
  })

  test("refuses what it cannot do, and changes nothing", async () => {
    await create("untouched")
    const identities = ["untouched", "nobody"]
    const unknown = ["identities.updateIdentities", { identities, set: { enabled: false } }] as const
    expect(await expectRefused(keyward, [...unknown], "404 data/identity_not_found")).toContain("`nobody`")
    const plan = { identities: ["untouched"], set: { enabled: false, plan: "nothing" } }
    await expectRefused(keyward, ["identities.updateIdentities", plan], "404 data/plan_not_found")
    const from = { plan: "nothing", set: { enabled: false } }
    await expectRefused(keyward, ["identities.updateIdentities", from], "404 data/plan_not_found")
    await expectViolations(keyward, "identities.updateIdentities", [
      [{ identities: [], set: {} }, "body.identities"],
      [{ identities: ["untouched"], plan: "gold", set: {} }, "body"],
      [{ identities: ["untouched"], cursor: "abc", set: {} }, "body.cursor"],
      [{ identities: ["untouched"], set: { meta: {} } }, "body.set.meta"],
    ])
    const { enabled } = await keyward.ok("identities.getIdentity", { identity: "untouched" })
    expect(enabled).toBe(true)
    const key = await keyward.createRootKey(["identity.*.update_identity"])
    const setting = { identities: ["untouched"], set: { plan: null } }
    await expectRefused(
      keyward,
      ["identities.updateIdentities", setting, { key }],
      "403 authorization/insufficient_permissions",
    )
  })
})
