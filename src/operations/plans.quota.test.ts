import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { queryDatabase } from "../../test/storage/database.ts"

/** docs/contract.md#262-plans: a quota that many customers have by their plan. */

const at = (text: string) => Date.parse(`${text}Z`)

describe.each(engines)("the quota of a plan on %s", (engine) => {
  const clock = { now: at("2026-03-15T12:00:00") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
  })

  let made = 0
  const plan = async (quota: object | undefined, attributes: object = {}) => {
    made += 1
    const name = `plan ${made}`
    const { planId } = await keyward.ok("plans.createPlan", { name, ...(quota && { quota }), ...attributes })
    return { name, planId }
  }
  /** An identity with some keys. */
  const customer = async (attributes: object, keyCount = 1) => {
    made += 1
    const externalId = `customer ${made}`
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, ...attributes })
    const keys = []
    for (let count = 0; count < keyCount; count += 1) keys.push(await createKey(keyward, { apiId, externalId }))
    return { externalId, identityId, keys: keys.map(({ key }) => key), key: keys[0]?.key ?? "", keyId: keys[0]?.keyId }
  }
  const verify = (key: string, cost = 1) => keyward.ok("keys.verifyKey", { key, credits: { cost } })
  const update = (identity: string, change: object) => keyward.ok("identities.updateIdentity", { identity, ...change })
  const get = (identity: string) => keyward.ok("identities.getIdentity", { identity })
  const rowsOf = (identityId: string) =>
    queryDatabase(keyward, `select * from identity_balances where identity_id = '${identityId}'`)

  test("is part of the plan, and removed with null", async () => {
    const quota = { limit: 10, interval: "monthly", overage: null }
    const { name } = await plan(quota)
    const shown = async () => (await keyward.ok("plans.getPlan", { plan: name })).quota
    expect(await shown()).toEqual(quota)
    expect((await keyward.ok("plans.updatePlan", { plan: name, meta: { a: 1 } })).quota).toEqual(quota)
    const changed = { plan: name, quota: { limit: 3, interval: "daily" } }
    const [event] = await eventsDuring(keyward, () => keyward.ok("plans.updatePlan", changed))
    expect(event?.changes).toMatchObject({
      before: { quota },
      after: { quota: { limit: 3, interval: "daily", overage: 0 } },
    })
    expect(await keyward.ok("plans.updatePlan", { plan: name, quota: null })).not.toHaveProperty("quota")
    expect(await shown()).toBeUndefined()
    await expectViolations(keyward, "plans.updatePlan", [
      [{ plan: name, quota: { limit: -1, interval: "daily" } }, "body.quota.limit"],
      [{ plan: name, quota: { limit: 1, interval: "yearly" } }, "body.quota.interval"],
      [{ plan: name, quota: { limit: 1, interval: "daily", overage: -1 } }, "body.quota.overage"],
    ])
  })

  test("says for an overage that is not a number that null means unlimited", async () => {
    const quota = { limit: 1, interval: "daily", overage: "unlimited" }
    const { body } = await keyward.call("plans.createPlan", { name: "loose", quota })
    const message = "must be an integer, or null for unlimited"
    expect(body.error.errors).toEqual([{ location: "body.quota.overage", message }])
  })

  test("that no longer applies leaves its last periods, for invoices", async () => {
    const dayMs = 86_400_000
    const { name: pro } = await plan({ limit: 5, interval: "monthly", overage: null })
    const { name: free } = await plan({ limit: 5, interval: "daily" })
    const changeAt = Math.ceil((clock.now + 1) / dayMs) * dayMs
    const { externalId, key } = await customer({ plan: pro, planChange: { plan: free, at: changeAt } })
    await verify(key, 9)
    const { quota: monthly, otherPeriods: none } = await get(externalId)
    expect(none).toBeUndefined()
    clock.now = changeAt
    const { from, resets: ends } = monthly
    const ofMonth = { interval: "monthly", from, ends, used: 5, overageUsed: 4 }
    expect(await get(externalId)).toMatchObject({ quota: { interval: "daily", used: 0 }, otherPeriods: [ofMonth] })
    await verify(key, 2)
    expect((await get(externalId)).otherPeriods).toEqual([ofMonth])
    const [event] = await eventsDuring(keyward, () => update(externalId, { plan: null }))
    expect(Object.keys(event?.changes.before ?? {})).not.toContain("otherPeriods")
    const ofDay = { interval: "daily", from: changeAt, ends: changeAt + dayMs, used: 2, overageUsed: 0 }
    const { quota, otherPeriods } = await get(externalId)
    expect(quota).toBeUndefined()
    expect(otherPeriods).toEqual([ofMonth, ofDay])
    await update(externalId, { plan: pro })
    expect(await get(externalId)).toMatchObject({ quota: { used: 5, overageUsed: 4 }, otherPeriods: [ofDay] })
  })

  test("is that of each of its customers, and nothing is stored for them before the first spend", async () => {
    const { name } = await plan({ limit: 3, interval: "monthly", overage: 1 })
    const [one, other] = [await customer({ plan: name }, 2), await customer({ plan: name, billingDay: 20 })]
    const quota = { limit: 3, interval: "monthly", overage: 1, inherited: true, used: 0, overageUsed: 0 }
    const march = { from: at("2026-03-01T00:00:00"), resets: at("2026-04-01T00:00:00") }
    expect((await get(one.externalId)).quota).toEqual({ ...quota, ...march })
    expect((await keyward.call("keys.whoami", {}, { key: one.key })).body.data.balances).toEqual({
      quota: 3,
      overageUsed: 0,
    })
    expect(await verify(one.key, 0)).toMatchObject({ credits: 4, balances: { quota: 3 } })
    expect([...(await rowsOf(one.identityId)), ...(await rowsOf(other.identityId))]).toEqual([])

    expect(await verify(one.key, 2)).toMatchObject({ code: "VALID", balances: { quota: 1, overageUsed: 0 } })
    expect(await verify(one.keys[1] ?? "", 2)).toMatchObject({ credits: 0, balances: { quota: 0, overageUsed: 1 } })
    expect(await verify(one.key)).toMatchObject({ code: "USAGE_EXCEEDED", exhausted: "identity", credits: 0 })
    expect(await rowsOf(one.identityId)).toHaveLength(1)
    expect(await verify(other.key)).toMatchObject({ balances: { quota: 2 } })
    const listed = await keyward.ok("identities.listIdentities", { plan: name })
    expect(listed.map((each: { quota: object }) => each.quota)).toMatchObject([
      { used: 3, overageUsed: 1, inherited: true },
      { used: 1, from: at("2026-02-20T00:00:00"), resets: at("2026-03-20T00:00:00") },
    ])
    await keyward.ok("plans.updatePlan", { plan: name, quota: { limit: 5, interval: "monthly" } })
    expect(await verify(one.key)).toMatchObject({ code: "VALID", balances: { quota: 1, overageUsed: 1 } })
  })

  test("is beaten by an own one, and applies again without it", async () => {
    const { name } = await plan({ limit: 100, interval: "monthly" })
    const { externalId, key } = await customer({ plan: name, quota: { limit: 2, interval: "monthly" } })
    expect(await verify(key)).toMatchObject({ balances: { quota: 1 } })
    expect((await get(externalId)).quota).not.toHaveProperty("inherited")
    expect((await update(externalId, { quota: null })).quota).toMatchObject({ limit: 100, used: 1, inherited: true })
    expect(await verify(key)).toMatchObject({ balances: { quota: 98 } })
    expect((await update(externalId, { quota: { limit: 0, interval: "monthly" } })).quota).toMatchObject({ used: 2 })
    expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
  })

  test("changes with the plan, at its time too, and what was used stays: each interval has its count", async () => {
    const [small, large, daily, none] = [
      await plan({ limit: 5, interval: "monthly" }),
      await plan({ limit: 50, interval: "monthly" }),
      await plan({ limit: 2, interval: "daily" }),
      await plan(undefined),
    ]
    const { externalId, key } = await customer({ plan: small.name })
    expect(await verify(key, 4)).toMatchObject({ balances: { quota: 1 } })
    const events = await eventsDuring(keyward, () => update(externalId, { plan: large.name }))
    expect(events.map(({ changes }) => changes.after)).toEqual([{ plan: { id: large.planId, name: large.name } }])
    expect(await verify(key, 4)).toMatchObject({ balances: { quota: 42 } })
    await update(externalId, { plan: small.name })
    expect(await verify(key, 0)).toMatchObject({ credits: 0, balances: { quota: 0 } })
    expect((await get(externalId)).quota).toMatchObject({ limit: 5, used: 8 })

    await update(externalId, { planChange: { plan: daily.name, at: clock.now + 1_000 } })
    expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
    clock.now += 1_000
    expect(await verify(key)).toMatchObject({ code: "VALID", balances: { quota: 1 } })
    expect((await get(externalId)).quota).toMatchObject({ interval: "daily", used: 1 })
    await update(externalId, { plan: none.name })
    expect(await verify(key, 1_000)).not.toHaveProperty("balances")
    expect(await get(externalId)).not.toHaveProperty("quota")
    await update(externalId, { plan: large.name })
    expect(await verify(key)).toMatchObject({ balances: { quota: 41 } })
  })

  test("of a default plan applies to customers that createKey makes, and moves with the default", async () => {
    const { name } = await plan({ limit: 2, interval: "total" }, { default: true })
    const { key } = await createKey(keyward, { apiId, externalId: "made by its key" })
    const { externalId } = await get("made by its key")
    expect((await get(externalId)).quota).toEqual({
      limit: 2,
      interval: "total",
      overage: 0,
      inherited: true,
      used: 0,
      overageUsed: 0,
    })
    expect(await verify(key, 2)).toMatchObject({ code: "VALID", credits: 0 })
    expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
    const next = await plan({ limit: 3, interval: "total" }, { default: true })
    expect(await verify(key)).toMatchObject({ code: "VALID", balances: { quota: 0 } })
    await keyward.ok("plans.updatePlan", { plan: next.name, default: false })
    expect(await verify(key, 1_000)).not.toHaveProperty("balances")
    await keyward.ok("plans.updatePlan", { plan: name, default: true })
    expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
    await keyward.ok("plans.updatePlan", { plan: name, default: false })
  })

  test("counts the first spend of a later period from zero, and keeps the one before for the invoice", async () => {
    clock.now = at("2026-03-31T23:59:59")
    const { name } = await plan({ limit: 5, interval: "monthly" })
    const { externalId, key } = await customer({ plan: name })
    await verify(key, 5)
    clock.now = at("2026-04-01T00:00:00")
    const previous = { from: at("2026-03-01T00:00:00"), used: 5, overageUsed: 0 }
    const events = await eventsDuring(keyward, async () => {
      expect((await get(externalId)).quota).toMatchObject({ used: 0, previous })
      expect(await verify(key)).toMatchObject({ code: "VALID", balances: { quota: 4 } })
    })
    expect(events).toEqual([])
    expect((await get(externalId)).quota).toMatchObject({ used: 1, from: clock.now, previous })
  })

  test("takes `used` of a customer, which is recorded, and without any quota is refused", async () => {
    const { name } = await plan({ limit: 10, interval: "daily" })
    const { externalId, key } = await customer({ plan: name })
    const [event] = await eventsDuring(keyward, () => update(externalId, { used: 7 }))
    expect(event?.changes.after).toMatchObject({ quota: { inherited: true, interval: "daily", used: 7 } })
    expect(await verify(key, 2)).toMatchObject({ balances: { quota: 1 } })
    const moved = await customer({ plan: name, used: 10 })
    expect((await verify(moved.key)).code).toBe("USAGE_EXCEEDED")
    const { name: without } = await plan(undefined)
    await expectViolations(keyward, "identities.updateIdentity", [
      [{ identity: externalId, plan: without, used: 1 }, "body.used"],
    ])
    expect((await get(externalId)).quota).toMatchObject({ used: 9 })
    const deletion = await eventsDuring(keyward, () =>
      keyward.ok("identities.deleteIdentity", { identity: externalId }),
    )
    expect(deletion.at(-1)?.changes.before).toMatchObject({ quota: { used: 9 } })
    expect((await verify(key)).code).toBe("DISABLED")
  })

  test("is explained with the plan that it comes from", async () => {
    const { name } = await plan({ limit: 3, interval: "daily" })
    const { externalId, keyId } = await customer({ plan: name })
    const check = async () => (await keyward.ok("keys.explainKey", { keyId, credits: { cost: 4 } })).checks.at(-1)
    expect(await check()).toMatchObject({ name: "identity", passed: false, balance: 3 })
    expect((await check()).detail).toContain(`3 of the quota of its plan "${name}"`)
    expect((await check()).hint).toContain("another plan")
    await update(externalId, { quota: { limit: 2, interval: "daily" } })
    expect((await check()).detail).toContain("2 of its quota")
  })

  test("is taken exactly by many keys at once, from the first spend on and across changes of plan", async () => {
    clock.now = at("2026-05-15T12:00:00")
    const [first, second, daily] = [
      await plan({ limit: 40, interval: "monthly" }),
      await plan({ limit: 60, interval: "monthly", overage: 5 }),
      await plan({ limit: 30, interval: "daily" }),
    ]
    const { externalId, keys } = await customer({ plan: first.name }, 5)
    const hammer = async (calls: number) => {
      const spends = Array.from({ length: calls }, (_, index) => verify(keys[index % keys.length] ?? ""))
      return (await Promise.all(spends)).filter(({ code }) => code === "VALID").length
    }
    expect(await hammer(50)).toBe(40)
    const [during] = await Promise.all([hammer(40), update(externalId, { plan: second.name })])
    expect(during + (await hammer(40))).toBe(25)
    expect((await get(externalId)).quota).toMatchObject({ used: 60, overageUsed: 5 })
    // Spends of both intervals run beside the change, each from its own count.
    await update(externalId, { used: 40 })
    const [both] = await Promise.all([hammer(60), update(externalId, { plan: daily.name })])
    const rest = await hammer(60)
    const ofDay = (await get(externalId)).quota
    await update(externalId, { plan: second.name })
    const ofMonth = (await get(externalId)).quota
    expect(ofDay).toMatchObject({ interval: "daily", used: 30, overageUsed: 0 })
    expect(ofMonth).toMatchObject({ interval: "monthly", overageUsed: 5 })
    expect(both + rest).toBe(30 + ofMonth.used - 40)
  })
})
