import { describe, expect, test } from "bun:test"
import { countOf, inParallel, serveCharges } from "../../../../test/requests/charges.ts"

describe("the refills of a key", () => {
  const { apiId, clock, keyward, make, verify } = serveCharges("sqlite")

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
        sequence: expect.any(Number),
        type: "key.refilled",
        time: clock.now,
        actor: { type: "system", id: "refill" },
        workspaceId: keyward.workspaceId,
        resources: [
          { type: "key", id: keyId },
          { type: "api", id: apiId() },
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

  test("start over when they are configured again, and end when the key becomes unlimited", async () => {
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
