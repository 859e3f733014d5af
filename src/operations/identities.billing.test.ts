import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

/** docs/contract.md#263-quota-credits-charging: what customers use and prepay. */

const at = (text: string) => Date.parse(`${text}Z`)

describe.each(engines)("quota and credits of identities on %s", (engine) => {
  const clock = { now: at("2026-03-15T12:00:00") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
  })

  let customers = 0
  /** An identity with some keys. */
  const customer = async (attributes: object, ...keys: readonly object[]) => {
    customers += 1
    const externalId = `customer_${customers}`
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, ...attributes })
    const made = []
    for (const key of keys.length === 0 ? [{}] : keys)
      made.push(await createKey(keyward, { apiId, externalId, ...key }))
    const [first] = made
    if (first === undefined) throw new Error("There is no key.")
    return { externalId, identityId, key: first.key, keyId: first.keyId, keys: made }
  }
  const verify = (key: string, cost = 1) => keyward.ok("keys.verifyKey", { key, credits: { cost } })
  const update = (identity: string, change: object) => keyward.ok("identities.updateIdentity", { identity, ...change })
  const get = (identity: string) => keyward.ok("identities.getIdentity", { identity })

  test("credits are spent by all keys together, and exactly until they are used up", async () => {
    const { keys, externalId } = await customer({ credits: { remaining: 10 } }, {}, {}, {})
    const calls = Array.from({ length: 15 }, (_, index) => verify(keys[index % 3]?.key ?? ""))
    const codes = (await Promise.all(calls)).map(({ code }) => code)
    expect(codes.filter((code) => code === "VALID")).toHaveLength(10)
    expect(codes.filter((code) => code === "USAGE_EXCEEDED")).toHaveLength(5)
    expect((await get(externalId)).credits).toMatchObject({ remaining: 0, reserved: 0 })
    expect(await verify(keys[0]?.key ?? "")).toMatchObject({
      valid: false,
      code: "USAGE_EXCEEDED",
      exhausted: "identity",
      credits: 0,
      balances: { credits: 0 },
    })
  })

  test("are charged with the credits of the key: both or none, and the response says what was too low", async () => {
    const { key, keyId, externalId } = await customer({ credits: { remaining: 10 } }, { credits: { remaining: 4 } })
    expect(await verify(key, 3)).toMatchObject({ code: "VALID", credits: 1, balances: { key: 1, credits: 7 } })
    expect(await verify(key, 2)).toMatchObject({ exhausted: "key", balances: { key: 1, credits: 7 } })
    await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: 100 })
    expect(await verify(key, 8)).toMatchObject({
      exhausted: "identity",
      credits: 7,
      balances: { key: 100, credits: 7 },
    })
    expect(await verify(key, 7)).toMatchObject({ code: "VALID", credits: 0, balances: { key: 93, credits: 0 } })
    expect((await get(externalId)).credits).toMatchObject({ remaining: 0, reserved: 0 })
    expect((await keyward.ok("keys.getKey", { keyId })).balances).toEqual({ key: 93, credits: 0 })
    expect((await keyward.call("keys.whoami", {}, { key })).body.data.balances).toEqual({ key: 93, credits: 0 })
  })

  test("are taken with all tokens of rate limits, or not at all", async () => {
    const limit = { name: "calls", limit: 2, duration: 60_000, autoApply: true }
    const { key, externalId } = await customer({ credits: { remaining: 3 }, ratelimits: [limit] })
    expect((await verify(key, 4)).ratelimits).toMatchObject([{ exceeded: false, remaining: 2 }])
    expect(await verify(key)).toMatchObject({ code: "VALID", balances: { credits: 2 } })
    expect(await verify(key)).toMatchObject({ code: "VALID", balances: { credits: 1 } })
    expect(await verify(key)).toMatchObject({ code: "RATE_LIMITED", balances: { credits: 1 } })
    expect((await get(externalId)).credits).toMatchObject({ remaining: 1, reserved: 0 })
  })

  test("a quota pays first, then credits, then overage within its bound", async () => {
    const quota = { limit: 5, interval: "monthly", overage: 2 }
    const { key, externalId } = await customer({ quota, credits: { remaining: 3 } })
    expect(await verify(key, 4)).toMatchObject({
      credits: 6,
      balances: { quota: 1, credits: 3, overageUsed: 0 },
    })
    expect(await verify(key, 2)).toMatchObject({ credits: 4, balances: { quota: 0, credits: 2, overageUsed: 0 } })
    expect(await verify(key, 5)).toMatchObject({ code: "USAGE_EXCEEDED", exhausted: "identity", credits: 4 })
    expect(await verify(key, 3)).toMatchObject({ credits: 1, balances: { quota: 0, credits: 0, overageUsed: 1 } })
    expect(await get(externalId)).toMatchObject({
      credits: { remaining: 0 },
      quota: {
        ...quota,
        used: 5,
        overageUsed: 1,
        from: at("2026-03-01T00:00:00"),
        resets: at("2026-04-01T00:00:00"),
      },
    })
  })

  test("overage without a bound refuses nothing, and is counted", async () => {
    const { key, externalId } = await customer({ quota: { limit: 1, interval: "total", overage: null } })
    expect(await verify(key, 1_000)).toEqual({
      ...(await verify(key, 0)),
      balances: { quota: 0, overageUsed: 999 },
    })
    expect((await verify(key, 0)).credits).toBeUndefined()
    const { quota } = await get(externalId)
    expect(quota).toEqual({ limit: 1, interval: "total", overage: null, used: 1, overageUsed: 999 })
  })

  test("of a key whose customer changes apply from the next verification on", async () => {
    const first = await customer({ credits: { remaining: 5 } })
    const second = await customer({ credits: { remaining: 50 } })
    expect(await verify(first.key)).toMatchObject({ balances: { credits: 4 } })
    await keyward.ok("keys.updateKey", { keyId: first.keyId, externalId: second.externalId })
    expect(await verify(first.key)).toMatchObject({ balances: { credits: 49 } })
    expect((await get(first.externalId)).credits).toMatchObject({ remaining: 4, reserved: 0 })
  })

  test("every change applies to the next verification of a key in memory", async () => {
    const { key, externalId } = await customer({})
    expect(await verify(key)).not.toHaveProperty("balances")
    await update(externalId, { quota: { limit: 1, interval: "daily" } })
    expect(await verify(key)).toMatchObject({ code: "VALID", balances: { quota: 0 } })
    expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
    await update(externalId, { quota: { limit: 3, interval: "daily" } })
    expect(await verify(key)).toMatchObject({ code: "VALID", balances: { quota: 1 } })
    await update(externalId, { credits: { remaining: 7 } })
    expect(await verify(key, 3)).toMatchObject({ code: "VALID", balances: { quota: 0, credits: 5 } })
    await update(externalId, { quota: null, credits: null })
    expect(await verify(key, 1_000)).not.toHaveProperty("credits")
    expect(await get(externalId)).not.toHaveProperty("quota")
  })

  test("periods begin by their rule, and the count becomes the previous one in the first spend", async () => {
    clock.now = at("2026-03-31T23:59:59")
    const { key, externalId } = await customer({ quota: { limit: 10, interval: "monthly" }, billingDay: 31 })
    await verify(key, 4)
    expect((await get(externalId)).quota).toMatchObject({
      used: 4,
      from: at("2026-03-31T00:00:00"),
      resets: at("2026-04-30T00:00:00"),
    })
    clock.now = at("2026-04-30T00:00:00")
    const previous = { from: at("2026-03-31T00:00:00"), used: 4, overageUsed: 0 }
    const events = await eventsDuring(keyward, async () => {
      expect((await get(externalId)).quota).toMatchObject({ used: 0, from: clock.now, previous })
      expect(await verify(key, 1)).toMatchObject({ balances: { quota: 9 } })
    })
    expect(events).toEqual([])
    expect((await get(externalId)).quota).toMatchObject({ used: 1, resets: at("2026-05-31T00:00:00"), previous })
  })

  test("a billing day that moves the beginning back keeps the count, and one that moves it on begins again", async () => {
    clock.now = at("2026-05-20T12:00:00")
    const { key, externalId } = await customer({ quota: { limit: 10, interval: "monthly" }, billingDay: 15 })
    await verify(key, 3)
    await update(externalId, { billingDay: 10 })
    expect((await get(externalId)).quota).toMatchObject({ used: 3, resets: at("2026-06-10T00:00:00") })
    expect(await verify(key)).toMatchObject({ balances: { quota: 6 } })
    await update(externalId, { billingDay: 18 })
    expect((await get(externalId)).quota).toMatchObject({
      used: 0,
      from: at("2026-05-18T00:00:00"),
      previous: { from: at("2026-05-15T00:00:00"), used: 4 },
    })
  })

  test("each interval has its own count, which is kept while another applies", async () => {
    clock.now = at("2026-06-03T12:00:00")
    const { key, externalId } = await customer({ quota: { limit: 10, interval: "weekly" } })
    await verify(key, 4)
    await update(externalId, { quota: { limit: 10, interval: "daily" } })
    expect(await verify(key, 1)).toMatchObject({ balances: { quota: 9 } })
    await update(externalId, { quota: { limit: 20, interval: "weekly" } })
    expect(await verify(key, 1)).toMatchObject({ balances: { quota: 15 } })
    expect((await get(externalId)).quota).toMatchObject({ used: 5, from: at("2026-06-01T00:00:00") })
    await update(externalId, { quota: null })
    await update(externalId, { quota: { limit: 10, interval: "daily" } })
    expect((await get(externalId)).quota).toMatchObject({ used: 1 })
  })

  test("`used` sets the count of this period, and needs a quota", async () => {
    const { key, externalId } = await customer({ quota: { limit: 10, interval: "daily" }, used: 7 })
    expect(await verify(key)).toMatchObject({ balances: { quota: 2 } })
    expect((await update(externalId, { used: 12 })).quota).toMatchObject({ used: 12 })
    expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
    await update(externalId, { used: 0 })
    expect(await verify(key)).toMatchObject({ balances: { quota: 9 } })
    const plain = await customer({})
    await expectViolations(keyward, "identities.updateIdentity", [
      [{ identity: plain.externalId, used: 1 }, "body.used"],
      [{ identity: plain.externalId, billingDay: 32 }, "body.billingDay"],
      [{ identity: plain.externalId, credits: { remaining: -1 } }, "body.credits.remaining"],
      [{ identity: plain.externalId, quota: { limit: 1, interval: "hourly" } }, "body.quota.interval"],
      [{ identity: plain.externalId, quota: { interval: "daily" } }, "body.quota.limit"],
    ])
    expect((await keyward.call("identities.createIdentity", { externalId: "no quota", used: 1 })).status).toBe(400)
  })

  test("need their own rights: set_plan and update_credits", async () => {
    const { externalId, identityId } = await customer({})
    const rootKey = async (...permissions: string[]) =>
      (await keyward.ok("rootKeys.createRootKey", { permissions })).rootKey
    const plain = await rootKey("identity.*.update_identity", "identity.*.create_identity")
    const attempt = async (operation: string, body: object, key: string) =>
      outcomeOf(await keyward.call(operation, body, { key }))
    const changes = [{ quota: { limit: 1, interval: "daily" } }, { billingDay: 2 }, { credits: { remaining: 1 } }]
    const refused = "403 authorization/insufficient_permissions"
    for (const change of changes) {
      expect(await attempt("identities.updateIdentity", { identity: externalId, ...change }, plain)).toBe(refused)
      expect(await attempt("identities.createIdentity", { externalId: "refused", ...change }, plain)).toBe(refused)
    }
    const increment = { identity: externalId, operation: "increment", value: 1 }
    expect(await attempt("identities.updateCredits", increment, plain)).toBe(refused)
    const own = await rootKey("identity.*.update_identity", `identity.${identityId}.set_plan`)
    expect(await attempt("identities.updateIdentity", { identity: externalId, billingDay: 2 }, own)).toBe("200")
    const paying = await rootKey(`identity.${identityId}.update_credits`)
    expect(await attempt("identities.updateCredits", increment, paying)).toBe("200")
    expect((await keyward.call("identities.getIdentity", { identity: "refused" })).status).toBe(404)
  })

  test("keep the keys of a deleted customer from becoming free, unless the caller says so", async () => {
    const { externalId, key } = await customer({ credits: { remaining: 1 } })
    const rootKey = async (...permissions: string[]) =>
      (await keyward.ok("rootKeys.createRootKey", { permissions })).rootKey
    const weak = await rootKey("identity.*.delete_identity")
    for (const body of [{ identity: externalId }, { identity: externalId, keys: "keep" }]) {
      expect((await keyward.call("identities.deleteIdentity", body, { key: weak })).status).toBe(403)
    }
    const events = await eventsDuring(keyward, () => keyward.ok("identities.deleteIdentity", { identity: externalId }))
    expect(events.find(({ type }) => type === "identity.deleted")?.changes.before).toMatchObject({
      credits: { remaining: 1 },
    })
    expect((await verify(key)).code).toBe("DISABLED")
    const kept = await customer({ quota: { limit: 0, interval: "daily" } })
    await keyward.ok("identities.deleteIdentity", { identity: kept.externalId, keys: "keep" })
    expect((await verify(kept.key)).code).toBe("VALID")
  })

  test("are explained, with the call that adds what is missing", async () => {
    const { keyId, identityId } = await customer(
      { quota: { limit: 3, interval: "daily" }, credits: { remaining: 2 } },
      { credits: { remaining: 1 } },
    )
    const explain = (cost: number) => keyward.ok("keys.explainKey", { keyId, credits: { cost } })
    const { code, checks } = await explain(6)
    const credits = checks.filter(({ check }: { check: string }) => check === "credits")
    expect(code).toBe("USAGE_EXCEEDED")
    expect(credits).toMatchObject([
      { passed: false, balance: 1 },
      {
        name: "identity",
        passed: false,
        balance: 5,
        fix: {
          operation: "identities.updateCredits",
          input: { identity: identityId, operation: "increment", value: 1 },
        },
      },
    ])
    await keyward.ok("identities.updateCredits", credits[1].fix.input)
    expect((await explain(6)).checks.at(-1)).toMatchObject({ name: "identity", passed: true, balance: 6 })
  })
})
