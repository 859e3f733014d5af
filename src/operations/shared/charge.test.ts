import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { createApi, createKey } from "../../../test/fixtures.ts"
import { engines, startKeyward, type TestServer } from "../../../test/harness.ts"
import { outcomeOf } from "../../../test/outcome.ts"

const minuteMs = 60_000

describe.each([...engines])("what a verification takes on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  let keyward: TestServer
  let apiId: string
  beforeAll(async () => {
    keyward = await startKeyward({ engine, clock })
    apiId = await createApi(keyward)
  })
  afterAll(() => keyward.stop())
  beforeEach(() => {
    // Every test begins with a minute of its own.
    clock.now = (Math.floor(clock.now / minuteMs) + 10) * minuteMs
  })

  const verify = (key: string, more: object = {}) => keyward.ok("keys.verifyKey", { key, ...more })
  const make = (attributes: object = {}) => createKey(keyward, { apiId, ...attributes })
  const limit = (name: string, count: number, more: object = {}) => ({
    name,
    limit: count,
    duration: minuteMs,
    ...more,
  })
  const remainingIn = (answer: { ratelimits: { name: string; remaining: number }[] }) =>
    Object.fromEntries(answer.ratelimits.map(({ name, remaining }) => [name, remaining]))
  const inAll = <T>(times: number, work: () => Promise<T>) => Promise.all(Array.from({ length: times }, work))
  const countOf = (answers: readonly { code: string }[], code: string) =>
    answers.filter((answer) => answer.code === code).length

  describe("limits", () => {
    test("apply themselves, or when they are named, or when they come with the request", async () => {
      const { keyId, key } = await make({
        ratelimits: [limit("automatic", 5, { autoApply: true }), limit("optional", 7)],
      })
      const [automatic, optional] = (await keyward.ok("keys.getKey", { keyId })).ratelimits
      expect((await verify(key)).ratelimits).toEqual([
        { ...automatic, exceeded: false, remaining: 4, reset: clock.now + minuteMs },
      ])
      const named = [{ name: "optional", cost: 3 }, limit("brought", 2, { duration: 1000 })]
      expect((await verify(key, { ratelimits: named })).ratelimits).toEqual([
        { ...automatic, exceeded: false, remaining: 3, reset: clock.now + minuteMs },
        {
          id: "",
          name: "brought",
          limit: 2,
          duration: 1000,
          autoApply: false,
          exceeded: false,
          remaining: 1,
          reset: clock.now + 1000,
        },
        { ...optional, exceeded: false, remaining: 4, reset: clock.now + minuteMs },
      ])
      expect(remainingIn(await verify(key, { ratelimits: [] }))).toEqual({ automatic: 2 })
    })

    test("of the key stand before those of the same name of its identity", async () => {
      const ratelimits = [limit("calls", 1, { autoApply: true }), limit("shared", 4, { autoApply: true })]
      await keyward.ok("identities.createIdentity", { externalId: "twofold", ratelimits })
      const { key } = await make({ externalId: "twofold", ratelimits: [limit("calls", 9)] })
      expect(remainingIn(await verify(key))).toEqual({ shared: 3 })
      expect(remainingIn(await verify(key, { ratelimits: [{ name: "calls" }] }))).toEqual({ calls: 8, shared: 2 })
    })

    test("of an identity are shared by its keys, those of a key are its own", async () => {
      const ratelimits = [limit("shared", 3, { autoApply: true })]
      await keyward.ok("identities.createIdentity", { externalId: "sharing", ratelimits })
      const own = { externalId: "sharing", ratelimits: [limit("own", 2, { autoApply: true })] }
      const [one, other] = [await make(own), await make(own)]
      expect(remainingIn(await verify(one.key))).toEqual({ own: 1, shared: 2 })
      expect(remainingIn(await verify(other.key))).toEqual({ own: 1, shared: 1 })
      expect(remainingIn(await verify(one.key))).toEqual({ own: 0, shared: 0 })
      expect(await verify(other.key)).toMatchObject({
        code: "RATE_LIMITED",
        ratelimits: [
          { name: "own", exceeded: false, remaining: 1 },
          { name: "shared", exceeded: true, remaining: 0 },
        ],
      })
    })

    test("take their cost: 0 looks, and more than the limit never passes", async () => {
      const { key } = await make({ ratelimits: [limit("calls", 5, { autoApply: true })] })
      const at = (cost: number) => verify(key, { ratelimits: [{ name: "calls", cost }] })
      expect(remainingIn(await at(0))).toEqual({ calls: 5 })
      expect(await at(6)).toMatchObject({ code: "RATE_LIMITED", ratelimits: [{ exceeded: true, remaining: 5 }] })
      expect(remainingIn(await at(4))).toEqual({ calls: 1 })
      expect(await at(2)).toMatchObject({ code: "RATE_LIMITED", ratelimits: [{ remaining: 1 }] })
      expect(remainingIn(await at(1))).toEqual({ calls: 0 })
      expect(await at(0)).toMatchObject({ code: "VALID", ratelimits: [{ exceeded: false, remaining: 0 }] })
    })

    // docs/contract.md#20-rate-limit-arithmetic
    test("slide over the minute, to the millisecond", async () => {
      const { key } = await make({ ratelimits: [limit("calls", 25)] })
      const take = (cost: number) => verify(key, { ratelimits: [{ name: "calls", cost }] })
      const start = clock.now
      await keyward.ok("keys.verifyKey", { key, ratelimits: [limit("calls", 100, { cost: 40 })] })
      clock.now = start + minuteMs + 45_000
      // 40 in the last cell weigh floor(40 · 15,000 / 60,000) = 10 now.
      expect(await take(10)).toMatchObject({ code: "VALID", ratelimits: [{ remaining: 5 }] })
      expect(await take(6)).toMatchObject({ code: "RATE_LIMITED", ratelimits: [{ remaining: 5 }] })
      expect((await take(5)).ratelimits).toMatchObject([{ remaining: 0, reset: start + 2 * minuteMs }])
      clock.now = start + minuteMs + 45_000 + 1
      expect(await take(0)).toMatchObject({ ratelimits: [{ remaining: 1 }] })
    })

    test("keep their counter when the limit changes, and get another one with another duration", async () => {
      const { keyId, key } = await make({ ratelimits: [limit("calls", 5, { autoApply: true })] })
      await verify(key)
      const change = (count: number, duration = minuteMs) =>
        keyward.ok("keys.updateKey", { keyId, ratelimits: [limit("calls", count, { duration, autoApply: true })] })
      await change(3)
      expect(remainingIn(await verify(key))).toEqual({ calls: 1 })
      await change(2, 2 * minuteMs)
      expect(remainingIn(await verify(key))).toEqual({ calls: 1 })
      await change(3)
      expect(remainingIn(await verify(key))).toEqual({ calls: 0 })
    })

    test("that come with the request count for the key, on the counter of a stored one of that name and duration", async () => {
      const ratelimits = [limit("calls", 5)]
      await keyward.ok("identities.createIdentity", { externalId: "inline", ratelimits })
      const { key } = await make({ externalId: "inline" })
      expect(remainingIn(await verify(key, { ratelimits: [limit("calls", 9)] }))).toEqual({ calls: 8 })
      expect(remainingIn(await verify(key, { ratelimits: [{ name: "calls" }] }))).toEqual({ calls: 4 })
      const own = await make({ ratelimits: [limit("calls", 5)] })
      expect(remainingIn(await verify(own.key, { ratelimits: [limit("calls", 9)] }))).toEqual({ calls: 8 })
      expect(remainingIn(await verify(own.key, { ratelimits: [{ name: "calls" }] }))).toEqual({ calls: 3 })
    })

    test("that nobody has are refused, and nothing is taken", async () => {
      const { key } = await make({ credits: { remaining: 3 }, ratelimits: [limit("calls", 5, { autoApply: true })] })
      const other = await make({ ratelimits: [limit("elsewhere", 1)] })
      expect(other.keyId).toBeString()
      for (const name of ["elsewhere", "Calls", "calls "]) {
        const reply = await keyward.call("keys.verifyKey", { key, ratelimits: [{ name: "calls" }, { name }] })
        expect(outcomeOf(reply)).toBe("412 application/precondition_failed")
        expect(reply.body.error.detail).toContain(name)
      }
      expect(await verify(key)).toMatchObject({ credits: 2, ratelimits: [{ remaining: 4 }] })
    })

    test("are listed ascending by bytes", async () => {
      const names = ["zeta", "Zeta", "ähm", "alpha", "~~~", "😀😀😀", "～～～"]
      const { key } = await make({ ratelimits: names.map((name) => limit(name, 5, { autoApply: true })) })
      const { ratelimits } = await verify(key)
      expect(ratelimits.map(({ name }: { name: string }) => name)).toEqual([
        "Zeta",
        "alpha",
        "zeta",
        "~~~",
        "ähm",
        "～～～",
        "😀😀😀",
      ])
    })

    test("admit exactly their number of parallel verifications", async () => {
      const { key } = await make({ ratelimits: [limit("calls", 7, { autoApply: true })] })
      const answers = await inAll(30, () => verify(key))
      expect([countOf(answers, "VALID"), countOf(answers, "RATE_LIMITED")]).toEqual([7, 23])
      const left = answers.filter(({ code }) => code === "VALID").map((answer) => remainingIn(answer).calls)
      expect(left.sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    })

    test("of an identity admit exactly their number of parallel verifications of all its keys", async () => {
      const ratelimits = [limit("shared", 7, { autoApply: true })]
      await keyward.ok("identities.createIdentity", { externalId: "crowd", ratelimits })
      const keys = await inAll(3, () => make({ externalId: "crowd" }))
      const answers = await Promise.all(keys.flatMap(({ key }) => [1, 2, 3, 4, 5].map(() => verify(key))))
      expect([countOf(answers, "VALID"), countOf(answers, "RATE_LIMITED")]).toEqual([7, 8])
    })
  })

  describe("all or nothing", () => {
    test("an exceeded limit leaves every other limit and the credits untouched", async () => {
      const { key } = await make({
        credits: { remaining: 10 },
        ratelimits: [limit("narrow", 1, { autoApply: true }), limit("wide", 5, { autoApply: true })],
      })
      expect(await verify(key)).toMatchObject({ code: "VALID", credits: 9 })
      for (const _again of [1, 2]) {
        expect(await verify(key)).toMatchObject({
          code: "RATE_LIMITED",
          valid: false,
          credits: 9,
          ratelimits: [
            { name: "narrow", exceeded: true, remaining: 0 },
            { name: "wide", exceeded: false, remaining: 4 },
          ],
        })
      }
      const spared = { ratelimits: [{ name: "narrow", cost: 0 }] }
      expect(await verify(key, spared)).toMatchObject({
        code: "VALID",
        credits: 8,
        ratelimits: [{ remaining: 0 }, { remaining: 3 }],
      })
    })

    test("missing credits leave every limit untouched, and the answer shows them so", async () => {
      const { key } = await make({
        credits: { remaining: 2 },
        ratelimits: [limit("calls", 5, { autoApply: true })],
      })
      const dear = { credits: { cost: 3 }, ratelimits: [{ name: "calls", cost: 2 }] }
      for (const _again of [1, 2, 3]) {
        expect(await verify(key, dear)).toMatchObject({
          code: "USAGE_EXCEEDED",
          valid: false,
          credits: 2,
          ratelimits: [{ name: "calls", exceeded: false, remaining: 5 }],
        })
      }
      expect(await verify(key)).toMatchObject({ code: "VALID", credits: 1, ratelimits: [{ remaining: 4 }] })
    })

    test("what is refused before that takes nothing of either", async () => {
      const attributes = { credits: { remaining: 2 }, ratelimits: [limit("calls", 2, { autoApply: true })] }
      const { keyId, key } = await make(attributes)
      const refused = async (state: object, more: object = {}) => {
        await keyward.ok("keys.updateKey", { keyId, ...state })
        return (await verify(key, more)).code
      }
      expect(await refused({ enabled: false })).toBe("DISABLED")
      expect(await refused({ enabled: true, expires: 1 })).toBe("EXPIRED")
      expect(await refused({ expires: null, ipAllowlist: ["10.0.0.1"] })).toBe("FORBIDDEN")
      expect(await refused({ ipAllowlist: null }, { permissions: "missing" })).toBe("INSUFFICIENT_PERMISSIONS")
      expect(await verify(key)).toMatchObject({ code: "VALID", credits: 1, ratelimits: [{ remaining: 1 }] })
    })

    test("parallel verifications take as much of the one as of the other", async () => {
      for (const [credits, tokens] of [
        [4, 9],
        [9, 4],
      ] as const) {
        const { keyId, key } = await make({
          credits: { remaining: credits },
          ratelimits: [limit("calls", tokens, { autoApply: true })],
        })
        const answers = await inAll(25, () => verify(key))
        expect(countOf(answers, "VALID")).toBe(4)
        expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(credits - 4)
        const seen = await verify(key, { credits: { cost: 0 }, ratelimits: [{ name: "calls", cost: 0 }] })
        expect(remainingIn(seen)).toEqual({ calls: tokens - 4 })
      }
    })
  })

  describe("a key without credits left", () => {
    test("keeps no token of its identity from other keys, not even for a moment", async () => {
      const ratelimits = [limit("shared", 5, { autoApply: true })]
      await keyward.ok("identities.createIdentity", { externalId: "half-paid", ratelimits })
      const [spent, unlimited] = [
        await make({ externalId: "half-paid", credits: { remaining: 0 } }),
        await make({ externalId: "half-paid" }),
      ]
      const rounds = await inAll(5, async () => {
        const [answer] = await Promise.all([verify(unlimited.key), ...[1, 2, 3, 4].map(() => verify(spent.key))])
        return answer
      })
      expect(countOf(rounds, "VALID")).toBe(5)
    })
  })

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
      const answers = await inAll(40, () => verify(key))
      expect([countOf(answers, "VALID"), countOf(answers, "USAGE_EXCEEDED")]).toEqual([13, 27])
      const balances = answers.filter(({ code }) => code === "VALID").map(({ credits }) => credits)
      expect(balances.sort((one, other) => one - other)).toEqual(Array.from({ length: 13 }, (_, index) => index))
      expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(0)
    })

    test("are exact while somebody else adds and takes at the same time", async () => {
      const { keyId, key } = await make({ credits: { remaining: 10 } })
      const change = (operation: string) => keyward.ok("keys.updateCredits", { keyId, operation, value: 1 })
      const [answers] = await Promise.all([
        inAll(20, () => verify(key)),
        inAll(5, () => change("increment")),
        inAll(3, () => verify(key, cost(0))),
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
      const answers = await inAll(20, () => verify(key))
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

  describe("a key deleted while it is verified", () => {
    /** Verifies while the deletion is under way; it may come before or after it. */
    const verifiedMeanwhile = async ({ keyId, key }: { keyId: string; key: string }, permanent: boolean) => {
      const deleting = keyward.ok("keys.deleteKey", { keyId, permanent })
      const reply = await keyward.call("keys.verifyKey", { key })
      await deleting
      return reply
    }

    test("is unknown where there is nothing left to spend from, and never free of charge", async () => {
      for (const state of [{ enabled: true }, { enabled: false }]) {
        for (let round = 0; round < 20; round += 1) {
          const spending = await make({ credits: { remaining: 5 }, ...state })
          const { status, body } = await verifiedMeanwhile(spending, true)
          expect(status).toBe(200)
          if (body.data.code === "NOT_FOUND") expect(body.data).toEqual({ valid: false, code: "NOT_FOUND" })
          else expect(body.data).toMatchObject(state.enabled ? { code: "VALID", credits: 4 } : { credits: 5 })
        }
      }
    })

    test("is unknown where its refill is due", async () => {
      const attributes = { credits: { remaining: 5, refill: { interval: "daily", amount: 9 } } }
      const refilled = await inAll(20, () => make(attributes))
      clock.now += 86_400_000
      for (const each of refilled) {
        const { status, body } = await verifiedMeanwhile(each, false)
        expect(status).toBe(200)
        if (body.data.code === "NOT_FOUND") expect(body.data).toEqual({ valid: false, code: "NOT_FOUND" })
        else expect(body.data).toMatchObject({ code: "VALID", credits: 8 })
      }
    })
  })
})
