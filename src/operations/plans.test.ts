import { describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

/** docs/contract.md#262-plans: the plans themselves. */

const refusedByRights = "403 authorization/insufficient_permissions"
const preconditionFailed = "412 application/precondition_failed"

describe("plans", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const create = (body: object) => keyward.ok("plans.createPlan", body)
  const get = (plan: string) => keyward.ok("plans.getPlan", { plan })

  test("keep what they are created with; a change leaves out what stays, and null removes", async () => {
    const ratelimits = [{ name: "requests", limit: 5, duration: 1_000, autoApply: true }]
    const permissions = ["plans.b", "plans.a"]
    const whole = { name: "whole", description: "All", meta: { seats: 3 }, permissions, ratelimits, maxKeys: 7 }
    const { planId } = await create(whole)
    const shown = await get(planId)
    expect(shown).toMatchObject({ ...whole, id: planId, permissions: ["plans.a", "plans.b"], default: false })
    const renamed = await keyward.ok("plans.updatePlan", { plan: "whole", name: "renamed" })
    expect({ ...shown, name: "renamed", updatedAt: renamed.updatedAt }).toEqual({ ...renamed, identities: 0 })
    const emptied = { description: null, meta: null, permissions: null, ratelimits: null, maxKeys: null }
    expect(await keyward.ok("plans.updatePlan", { plan: planId, ...emptied })).toEqual({
      id: planId,
      name: "renamed",
      meta: {},
      permissions: [],
      ratelimits: [],
      default: false,
      createdAt: shown.createdAt,
      updatedAt: expect.any(Number),
    })
  })

  test("record one event for each change, that names the plan only, and none for no change", async () => {
    const events = await eventsDuring(keyward, async () => {
      await create({ name: "recorded", maxKeys: 1 })
      await keyward.ok("identities.createIdentity", { externalId: "of-recorded", plan: "recorded" })
      await keyward.ok("plans.updatePlan", { plan: "recorded", maxKeys: 2 })
      await keyward.ok("plans.updatePlan", { plan: "recorded", maxKeys: 2 })
    })
    const { id, name } = await get("recorded")
    expect(events.map(({ type, resources }) => [type, resources.map((one) => one.id)])).toEqual([
      ["plan.created", [id]],
      ["identity.created", [expect.any(String)]],
      ["plan.updated", [id]],
    ])
    expect(events[1]?.changes.after).toMatchObject({ plan: { id, name } })
    expect(events[2]?.changes).toEqual({ before: { maxKeys: 1 }, after: { maxKeys: 2 } })
  })

  test("have one default at most; it moves with an event for each plan", async () => {
    await create({ name: "first", default: true })
    const moves = await eventsDuring(keyward, () => create({ name: "second", default: true }))
    expect(moves).toMatchObject([
      { type: "plan.updated", changes: { before: { default: true }, after: { default: false } } },
      { type: "plan.created", changes: { after: { name: "second", default: true } } },
    ])
    const back = await eventsDuring(keyward, () => keyward.ok("plans.updatePlan", { plan: "first", default: true }))
    expect(back.map(({ changes }) => changes.after)).toEqual([{ default: false }, { default: true }])
    const plans = await keyward.ok("plans.listPlans", {})
    expect(plans.filter((plan: { default: boolean }) => plan.default)).toMatchObject([{ name: "first" }])
    await expectRefused(keyward, ["plans.deletePlan", { plan: "first" }], preconditionFailed)
    await keyward.ok("plans.updatePlan", { plan: "first", default: false })
    await keyward.ok("plans.deletePlan", { plan: "first" })
  })

  test("have a unique name that is not an id, and bounded contents", async () => {
    await create({ name: "taken" })
    await expectRefused(keyward, ["plans.createPlan", { name: "taken" }], "409 data/plan_already_exists")
    await create({ name: "Taken" })
    const change = ["plans.updatePlan", { plan: "Taken", name: "taken" }] as const
    await expectRefused(keyward, [...change], "409 data/plan_already_exists")
    const slugs = Array.from({ length: 201 }, (_, index) => `many.${index}`)
    const limits = slugs.slice(150).map((name) => ({ name, limit: 1, duration: 1_000 }))
    await expectViolations(keyward, "plans.createPlan", [
      [{ name: "plan_1CAiZx1YPnJZtcPxTdBGPS" }, "body.name"],
      [{ name: "x".repeat(129) }, "body.name"],
      [{ name: "large", meta: { text: "x".repeat(4_096) } }, "body.meta"],
      [{ name: "many", permissions: slugs }, "body.permissions"],
      [{ name: "limited", ratelimits: limits }, "body.ratelimits"],
      [{ name: "full", maxKeys: 10_001 }, "body.maxKeys"],
      [{ name: "default", default: null }, "body.default"],
    ])
    const names = (await keyward.ok("plans.listPlans", {})).map(({ name }: { name: string }) => name)
    expect(names).not.toContain("large")
    await keyward.ok("plans.deletePlan", { plan: "taken" })
    await create({ name: "taken" })
  })

  test("cannot be deleted while an identity has them, or will have them", async () => {
    for (const name of ["held", "next"]) await create({ name })
    const planChange = { plan: "next", at: Date.now() + 3_600_000 }
    await keyward.ok("identities.createIdentity", { externalId: "holder", plan: "held", planChange })
    for (const plan of ["held", "next"]) {
      await expectRefused(keyward, ["plans.deletePlan", { plan }], preconditionFailed)
    }
    await keyward.ok("identities.updateIdentity", { identity: "holder", planChange: null })
    await keyward.ok("plans.deletePlan", { plan: "next" })
    await keyward.ok("identities.deleteIdentity", { identity: "holder" })
    await keyward.ok("plans.deletePlan", { plan: "held" })
    await expectRefused(keyward, ["plans.getPlan", { plan: "held" }], "404 data/plan_not_found")
  })

  test("need the rights over permissions of keys for what they give and take", async () => {
    await create({ name: "guarded" })
    const allowed = ["plan.*.create_plan", "plan.*.update_plan"]
    const plain = await keyward.createRootKey(allowed)
    const adder = await keyward.createRootKey([...allowed, "rbac.*.add_permission_to_key"])
    const giving = { plan: "guarded", permissions: ["plans.a"] }
    await keyward.ok("plans.updatePlan", { plan: "guarded", maxKeys: 5 }, { key: plain })
    await expectRefused(keyward, ["plans.updatePlan", giving, { key: plain }], refusedByRights)
    const giver = { name: "giver", permissions: ["plans.a"] }
    await expectRefused(keyward, ["plans.createPlan", giver, { key: plain }], refusedByRights)
    const unknown = { plan: "guarded", permissions: ["never.seen"] }
    await expectRefused(keyward, ["plans.updatePlan", unknown, { key: adder }], refusedByRights)
    await keyward.ok("plans.updatePlan", giving, { key: adder })
    const taking = { plan: "guarded", permissions: null }
    await expectRefused(keyward, ["plans.updatePlan", taking, { key: adder }], refusedByRights)
  })

  test("count their identities; the default plan counts those without a plan too", async () => {
    const { rootKey } = await keyward.createWorkspace("Counted")
    const ok = (operation: string, body: object) => keyward.ok(operation, body, { key: rootKey })
    await ok("plans.createPlan", { name: "free", default: true })
    await ok("plans.createPlan", { name: "paid" })
    await createKey(keyward, { externalId: "one" }, rootKey)
    await ok("identities.createIdentity", { externalId: "two", plan: "paid" })
    await ok("identities.createIdentity", { externalId: "three", plan: "free" })
    await ok("identities.createIdentity", { externalId: "four", planChange: { plan: "paid", at: 1 } })
    const listed = await ok("plans.listPlans", {})
    expect(listed).toMatchObject([
      { name: "free", identities: 2 },
      { name: "paid", identities: 2 },
    ])
  })
})
