import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { countOf, inParallel, limitOf, remainingIn, serveCharges } from "../../../../test/requests/charges.ts"

describe.each([...engines])("what a verification takes on %s", (engine) => {
  const { clock, keyward, make, verify } = serveCharges(engine)

  describe("all or nothing", () => {
    test("an exceeded limit leaves every other limit and the credits untouched", async () => {
      const { key } = await make({
        credits: { remaining: 10 },
        ratelimits: [limitOf("narrow", 1, { autoApply: true }), limitOf("wide", 5, { autoApply: true })],
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
        ratelimits: [limitOf("calls", 5, { autoApply: true })],
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
      const attributes = { credits: { remaining: 2 }, ratelimits: [limitOf("calls", 2, { autoApply: true })] }
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
          ratelimits: [limitOf("calls", tokens, { autoApply: true })],
        })
        const answers = await inParallel(25, () => verify(key))
        expect(countOf(answers, "VALID")).toBe(4)
        expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(credits - 4)
        const seen = await verify(key, { credits: { cost: 0 }, ratelimits: [{ name: "calls", cost: 0 }] })
        expect(remainingIn(seen)).toEqual({ calls: tokens - 4 })
      }
    })
  })

  describe("a key without credits left", () => {
    test("keeps no token of its identity from other keys, not even for a moment", async () => {
      const ratelimits = [limitOf("shared", 5, { autoApply: true })]
      await keyward.ok("identities.createIdentity", { externalId: "half-paid", ratelimits })
      const [spent, unlimited] = [
        await make({ externalId: "half-paid", credits: { remaining: 0 } }),
        await make({ externalId: "half-paid" }),
      ]
      const rounds = await inParallel(5, async () => {
        const [answer] = await Promise.all([verify(unlimited.key), ...[1, 2, 3, 4].map(() => verify(spent.key))])
        return answer
      })
      expect(countOf(rounds, "VALID")).toBe(5)
    })
  })

  describe("a key deleted while it is verified", () => {
    /** Verifies during the deletion, so it may run before or after it. */
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
      const refilled = await inParallel(20, () => make(attributes))
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
