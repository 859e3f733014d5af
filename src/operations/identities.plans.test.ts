import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

/** docs/contract.md#262-plans: what identities get through their plan. */

const refusedByRights = "403 authorization/insufficient_permissions"

describe.each(engines)("plans of identities on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
    const ratelimits = [{ name: "requests", limit: 100, duration: 3_600_000, autoApply: true }]
    await keyward.ok("plans.createPlan", { name: "pro", permissions: ["pro.use"], ratelimits, meta: { seats: 9 } })
    await keyward.ok("plans.createPlan", { name: "basic", permissions: ["basic.use"] })
  })

  const make = (attributes: object) => createKey(keyward, { apiId, ...attributes })
  const verify = (key: string, more: object = {}) => keyward.ok("keys.verifyKey", { key, ...more })
  const update = (identity: string, change: object) => keyward.ok("identities.updateIdentity", { identity, ...change })
  const get = (identity: string) => keyward.ok("identities.getIdentity", { identity })
  const planNamed = (name: string) => ({ id: expect.any(String), name, meta: name === "pro" ? { seats: 9 } : {} })

  test("give permissions and limits to all keys, and show themselves", async () => {
    const { key, keyId } = await make({ externalId: "customer", permissions: ["own.use"] })
    expect((await update("customer", { plan: "pro" })).plan).toEqual(planNamed("pro"))
    const verdict = await verify(key)
    expect(verdict).toMatchObject({
      permissions: ["own.use", "pro.use"],
      identity: { enabled: true, plan: planNamed("pro") },
      ratelimits: [{ name: "requests", remaining: 99 }],
    })
    expect(verdict.identity).not.toHaveProperty("planChange")
    expect(await keyward.ok("keys.getKey", { keyId })).toMatchObject({
      inheritedPermissions: ["pro.use"],
      identity: { plan: planNamed("pro") },
    })
    const self = await keyward.ok("keys.whoami", {}, { key })
    expect(self.identity.plan).toEqual({ id: expect.any(String), name: "pro" })
    const explained = await keyward.ok("keys.explainKey", { keyId, permissions: "pro.use" })
    expect(explained.checks.map(({ detail }: { detail: string }) => detail)).toEqual(
      expect.arrayContaining([
        'The key holds the permissions of the query. Of the plan "pro": pro.use.',
        expect.stringContaining("The limit of the plan is 100 in 3600000 ms."),
      ]),
    )
  })

  test("bound what a scoped key holds, on every plan", async () => {
    const { key } = await make({ externalId: "scoped", scoped: true, permissions: ["basic.use"] })
    await update("scoped", { plan: "pro" })
    expect((await verify(key)).permissions).toEqual([])
    await update("scoped", { plan: "basic" })
    expect((await verify(key)).permissions).toEqual(["basic.use"])
  })

  test("count limits for each identity, also when the plan changes to and fro; key and identity come first", async () => {
    const one = await make({ externalId: "counted" })
    const two = await make({ externalId: "counted" })
    const other = await make({ externalId: "counted-apart" })
    for (const identity of ["counted", "counted-apart"]) await update(identity, { plan: "pro" })
    const left = async (key: string) => (await verify(key)).ratelimits?.[0]?.remaining
    expect([await left(one.key), await left(two.key), await left(other.key)]).toEqual([99, 98, 99])
    await update("counted", { plan: "basic" })
    expect(await left(one.key)).toBeUndefined()
    const unknown = ["keys.verifyKey", { key: one.key, ratelimits: [{ name: "requests" }] }] as const
    await expectRefused(keyward, [...unknown], "412 application/precondition_failed")
    await update("counted", { plan: "pro" })
    expect(await left(one.key)).toBe(97)
    await update("counted", { ratelimits: [{ name: "requests", limit: 10, duration: 3_600_000, autoApply: true }] })
    expect(await left(two.key)).toBe(6)
    const own = [{ name: "requests", limit: 3, duration: 3_600_000, autoApply: true }]
    await keyward.ok("keys.updateKey", { keyId: two.keyId, ratelimits: own })
    expect(await left(two.key)).toBe(2)
  })

  test("change at the planned time, in memory and in every response, without an event", async () => {
    const { key, keyId } = await make({ externalId: "trial" })
    const at = clock.now + 60_000
    const events = await eventsDuring(keyward, async () => {
      await update("trial", { plan: "pro", planChange: { plan: "basic", at } })
      for (const _again of [1, 2]) expect((await verify(key)).permissions).toEqual(["pro.use"])
      expect(await get("trial")).toMatchObject({ plan: { name: "pro" }, planChange: { plan: { name: "basic" }, at } })
      clock.now = at - 1
      expect((await verify(key)).permissions).toEqual(["pro.use"])
      clock.now = at
      for (const _again of [1, 2]) {
        expect(await verify(key)).toMatchObject({ permissions: ["basic.use"], identity: { plan: planNamed("basic") } })
      }
    })
    expect(events.map(({ type }) => type)).toEqual(["identity.updated"])
    const identity = await get("trial")
    expect([identity.plan, identity.planChange]).toEqual([planNamed("basic"), undefined])
    expect((await keyward.ok("keys.getKey", { keyId })).inheritedPermissions).toEqual(["basic.use"])
    const filtered = async (plan: string) =>
      (await keyward.ok("identities.listIdentities", { plan, search: "trial" })).length
    expect([await filtered("pro"), await filtered("basic")]).toEqual([0, 1])
    // A later change starts from the plan that applies.
    const [changed] = await eventsDuring(keyward, () => update("trial", { plan: "pro" }))
    expect(changed?.changes).toMatchObject({ before: { plan: { name: "basic" } }, after: { plan: { name: "pro" } } })
  })

  test("set by a call end a planned change, unless the call sets one; a time that has passed is now", async () => {
    const planned = { plan: "pro", planChange: { plan: "basic", at: clock.now + 60_000 } }
    await keyward.ok("identities.createIdentity", { externalId: "planned", ...planned })
    expect(await get("planned")).toMatchObject({ plan: { name: "pro" }, planChange: { plan: { name: "basic" } } })
    expect((await update("planned", { meta: {} })).planChange).toBeDefined()
    expect(await update("planned", { plan: "pro" })).not.toHaveProperty("planChange")
    const past = await update("planned", { planChange: { plan: null, at: clock.now } })
    expect([past.plan, past.planChange]).toEqual([undefined, undefined])
  })

  test("need set_plan, of this identity or of all", async () => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "guarded" })
    const allowed = ["identity.*.update_identity", "identity.*.create_identity"]
    const plain = await keyward.createRootKey(allowed)
    const change = { identity: "guarded", plan: "pro" }
    await expectRefused(keyward, ["identities.updateIdentity", change, { key: plain }], refusedByRights)
    const cancel = { identity: "guarded", planChange: null }
    await expectRefused(keyward, ["identities.updateIdentity", cancel, { key: plain }], refusedByRights)
    const creation = { externalId: "guarded-2", plan: null }
    await expectRefused(keyward, ["identities.createIdentity", creation, { key: plain }], refusedByRights)
    const setter = await keyward.createRootKey([...allowed, `identity.${identityId}.set_plan`])
    await keyward.ok("identities.updateIdentity", change, { key: setter })
    const other = { identity: "planned", plan: "pro" }
    await expectRefused(keyward, ["identities.updateIdentity", other, { key: setter }], refusedByRights)
  })

  test("leave no key free when their identity is deleted; the default plan too", async () => {
    const [kept, stopped] = [await make({ externalId: "leaves-one" }), await make({ externalId: "leaves-two" })]
    await update("leaves-one", { plan: "basic" })
    await keyward.ok("plans.updatePlan", { plan: "basic", default: true })
    const mayNotUpdate = await keyward.createRootKey(["identity.*.delete_identity"])
    for (const identity of ["leaves-one", "leaves-two"]) {
      for (const more of [{}, { keys: "keep" }]) {
        const call = ["identities.deleteIdentity", { identity, ...more }, { key: mayNotUpdate }] as const
        await expectRefused(keyward, [...call], refusedByRights)
      }
    }
    await keyward.ok("identities.deleteIdentity", { identity: "leaves-one", keys: "keep" })
    await keyward.ok("identities.deleteIdentity", { identity: "leaves-two" })
    expect([(await verify(kept.key)).code, (await verify(stopped.key)).code]).toEqual(["VALID", "DISABLED"])
    await keyward.ok("plans.updatePlan", { plan: "basic", default: false })
  })
})
