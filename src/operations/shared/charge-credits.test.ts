import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { countOf, inParallel, minuteMs } from "../../../test/charges.ts"
import { createApi, createKey } from "../../../test/fixtures.ts"
import { engines } from "../../../test/harness.ts"
import { serveKeyward } from "../../../test/serve-keyward.ts"

describe.each([...engines])("the credits of a verification on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })
  beforeEach(() => {
    // Every test begins with a minute of its own.
    clock.now = (Math.floor(clock.now / minuteMs) + 10) * minuteMs
  })

  const verify = (key: string, more: object = {}) => keyward.ok("keys.verifyKey", { key, ...more })
  const make = (attributes: object = {}) => createKey(keyward, { apiId, ...attributes })

  describe("credits", () => {
    const cost = (value: number) => ({ credits: { cost: value } })

    test("fall by 1, or by the cost, and never below 0", async () => {
      const { keyId, key } = await make({ credits: { remaining: 10 } })
      expect(await verify(key)).toMatchObject({ valid: true, credits: 9 })
      expect(await verify(key, cost(4))).toMatchObject({ valid: true, credits: 5 })
      expect(await verify(key, cost(6))).toMatchObject({ code: "USAGE_EXCEEDED", valid: false, credits: 5 })
      expect(await verify(key, cost(1_000_000_000_000))).toMatchObject({ code: "USAGE_EXCEEDED", credits: 5 })
      expect(await verify(key, cost(5))).toMatchObject({ valid: true, credits: 0 })
      expect(await verify(key)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
      expect((await keyward.ok("keys.getKey", { keyId })).credits).toEqual({ remaining: 0 })
    })

    test("suffice for a cost of 0 even when there are none", async () => {
      const { key } = await make({ credits: { remaining: 0 } })
      expect(await verify(key, cost(0))).toMatchObject({ code: "VALID", credits: 0 })
      expect(await verify(key)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
    })

    test("are exact up to the largest balance", async () => {
      const { key } = await make({ credits: { remaining: Number.MAX_SAFE_INTEGER } })
      expect((await verify(key)).credits).toBe(Number.MAX_SAFE_INTEGER - 1)
      expect((await verify(key, cost(1_000_000_000_000))).credits).toBe(Number.MAX_SAFE_INTEGER - 1_000_000_000_001)
    })

    test("are not counted on an unlimited key, whatever it costs", async () => {
      const { keyId, key } = await make()
      expect(await verify(key, cost(1_000_000_000_000))).not.toHaveProperty("credits")
      await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: 1 })
      expect((await verify(key)).credits).toBe(0)
      await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: null })
      const answer = await verify(key)
      expect(answer.code).toBe("VALID")
      expect(answer).not.toHaveProperty("credits")
    })

    test("give exactly as many parallel VALIDs as there are", async () => {
      const { keyId, key } = await make({ credits: { remaining: 13 } })
      const answers = await inParallel(40, () => verify(key))
      expect([countOf(answers, "VALID"), countOf(answers, "USAGE_EXCEEDED")]).toEqual([13, 27])
      const balances = answers.filter(({ code }) => code === "VALID").map(({ credits }) => credits)
      expect(balances.sort((one, other) => one - other)).toEqual(Array.from({ length: 13 }, (_, index) => index))
      expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(0)
    })

    test("are exact while somebody else adds and takes at the same time", async () => {
      const { keyId, key } = await make({ credits: { remaining: 10 } })
      const change = (operation: string) => keyward.ok("keys.updateCredits", { keyId, operation, value: 1 })
      const [answers] = await Promise.all([
        inParallel(20, () => verify(key)),
        inParallel(5, () => change("increment")),
        inParallel(3, () => verify(key, cost(0))),
      ])
      const { remaining } = (await keyward.ok("keys.getKey", { keyId })).credits
      expect(countOf(answers, "VALID") + remaining).toBe(15)
    })

    test("record no events", async () => {
      const { keyId, key } = await make({ credits: { remaining: 2 } })
      await verify(key)
      await verify(key, cost(5))
      const events = await keyward.events({ resourceId: keyId })
      expect(events.map(({ type }) => type)).toEqual(["key.created"])
    })
  })

  describe("refills", () => {
    const refills = (keyId: string) => keyward.events({ resourceId: keyId, type: "key.refilled" })
    const at = (time: string) => {
      clock.now = Date.parse(time)
    }
    const withRefill = (refill: object, remaining = 5) => make({ credits: { remaining, refill } })

    test("come daily at midnight in UTC, to the millisecond and without anything running", async () => {
      at("2027-03-09T23:59:00.000Z")
      const { keyId, key } = await withRefill({ interval: "daily", amount: 100 })
      await verify(key, { credits: { cost: 5 } })
      at("2027-03-09T23:59:59.999Z")
      expect(await verify(key)).toMatchObject({ code: "USAGE_EXCEEDED", credits: 0 })
      at("2027-03-10T00:00:00.000Z")
      expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(100)
      expect(await refills(keyId)).toEqual([])
      expect(await verify(key)).toMatchObject({ code: "VALID", credits: 99 })
      expect(await refills(keyId)).toEqual([
        {
          eventId: expect.any(String),
          type: "key.refilled",
          time: clock.now,
          actor: { type: "system", id: "refill" },
          workspaceId: keyward.workspaceId,
          resources: [
            { type: "key", id: keyId },
            { type: "api", id: apiId },
            { type: "balance", id: expect.stringMatching(/^bal_/) },
          ],
          changes: {
            before: { credits: { remaining: 0, refill: { interval: "daily", amount: 100 } } },
            after: { credits: { remaining: 100, refill: { interval: "daily", amount: 100 } } },
          },
        },
      ])
      expect(await verify(key)).toMatchObject({ credits: 98 })
      at("2027-03-11T00:00:00.000Z")
      expect(await verify(key)).toMatchObject({ credits: 99 })
      expect(await refills(keyId)).toHaveLength(2)
    })

    test("come monthly on their day, or on the last one of a shorter month", async () => {
      at("2027-01-31T00:00:00.000Z")
      const { keyId, key } = await withRefill({ interval: "monthly", amount: 10, refillDay: 31 }, 0)
      expect((await verify(key)).code).toBe("USAGE_EXCEEDED")
      const instants = [
        "2027-02-28T00:00:00.000Z",
        "2027-03-31T00:00:00.000Z",
        "2027-04-30T00:00:00.000Z",
        "2027-05-31T00:00:00.000Z",
        "2027-12-31T00:00:00.000Z",
        "2028-02-29T00:00:00.000Z",
      ]
      for (const instant of instants) {
        at(instant)
        clock.now -= 1
        await verify(key, { credits: { cost: (await keyward.ok("keys.getKey", { keyId })).credits.remaining } })
        expect([instant, (await verify(key)).code]).toEqual([instant, "USAGE_EXCEEDED"])
        at(instant)
        expect([instant, (await verify(key)).credits]).toEqual([instant, 9])
      }
    })

    test("set the balance instead of adding to it, downwards too", async () => {
      at("2029-06-01T12:00:00Z")
      const [rich, poor] = [
        await withRefill({ interval: "daily", amount: 100 }, 500),
        await withRefill({ interval: "daily", amount: 100 }, 99),
      ]
      at("2029-06-02T00:00:00Z")
      expect((await verify(rich.key)).credits).toBe(99)
      expect((await verify(poor.key)).credits).toBe(99)
    })

    test("that were missed count as one", async () => {
      at("2029-07-01T12:00:00Z")
      const { keyId, key } = await withRefill({ interval: "daily", amount: 3 }, 0)
      at("2029-07-20T08:00:00Z")
      expect((await verify(key)).credits).toBe(2)
      expect(await refills(keyId)).toHaveLength(1)
      at("2029-07-20T23:59:59.999Z")
      expect((await verify(key)).credits).toBe(1)
      at("2029-07-21T00:00:00Z")
      expect((await verify(key)).credits).toBe(2)
    })

    test("are stored once, however many verifications come at the instant", async () => {
      at("2029-08-01T12:00:00Z")
      const { keyId, key } = await withRefill({ interval: "daily", amount: 5 }, 0)
      at("2029-08-02T00:00:00Z")
      const answers = await inParallel(20, () => verify(key))
      expect(countOf(answers, "VALID")).toBe(5)
      expect(await refills(keyId)).toHaveLength(1)
    })

    test("concern disabled and expired keys too, and a look at the balance shows them", async () => {
      at("2029-09-01T12:00:00Z")
      const { keyId, key } = await withRefill({ interval: "daily", amount: 50 }, 1)
      await keyward.ok("keys.updateKey", { keyId, enabled: false })
      at("2029-09-02T00:00:00Z")
      expect(await verify(key)).toMatchObject({ code: "DISABLED", credits: 50 })
      await keyward.ok("keys.updateKey", { keyId, enabled: true, expires: 1 })
      at("2029-09-03T00:00:00Z")
      expect(await verify(key, { credits: { cost: 0 } })).toMatchObject({ code: "EXPIRED", credits: 50 })
    })

    test("start over when they are configured anew, and end when the key becomes unlimited", async () => {
      at("2029-10-01T12:00:00Z")
      const { keyId, key } = await withRefill({ interval: "monthly", amount: 10, refillDay: 2 }, 1)
      const refill = { interval: "monthly", amount: 20, refillDay: 1 }
      await keyward.ok("keys.updateKey", { keyId, credits: { refill } })
      at("2029-10-02T00:00:00Z")
      expect((await verify(key)).credits).toBe(0)
      at("2029-11-01T00:00:00Z")
      expect((await verify(key)).credits).toBe(19)
      await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: null })
      at("2029-12-01T00:00:00Z")
      const answer = await verify(key)
      expect(answer).not.toHaveProperty("credits")
      await keyward.ok("keys.updateCredits", { keyId, operation: "set", value: 1 })
      at("2030-01-01T00:00:00Z")
      expect((await verify(key)).credits).toBe(0)
      expect(await refills(keyId)).toHaveLength(1)
    })

    test("at an instant with an exceeded limit show the new balance and take nothing of it", async () => {
      at("2030-02-01T12:00:00Z")
      const { key } = await make({
        credits: { remaining: 1, refill: { interval: "daily", amount: 50 } },
        ratelimits: [{ name: "daily", limit: 1, duration: 31_536_000_000, autoApply: true }],
      })
      await verify(key)
      at("2030-02-02T00:00:00Z")
      expect(await verify(key)).toMatchObject({ code: "RATE_LIMITED", credits: 50 })
      expect(await verify(key)).toMatchObject({ code: "RATE_LIMITED", credits: 50 })
    })
  })
})
