import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { countOf, inParallel, limitOf, minuteMs, remainingIn, serveCharges } from "../../../../test/requests/charges.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"

describe.each([...engines])("the rate limits of a verification on %s", (engine) => {
  const { clock, keyward, make, verify } = serveCharges(engine)

  test("apply themselves, or when they are named, or when they come with the request", async () => {
    const { keyId, key } = await make({
      ratelimits: [limitOf("automatic", 5, { autoApply: true }), limitOf("optional", 7)],
    })
    const [automatic, optional] = (await keyward.ok("keys.getKey", { keyId })).ratelimits
    expect((await verify(key)).ratelimits).toEqual([
      { ...automatic, exceeded: false, remaining: 4, reset: clock.now + minuteMs },
    ])
    const named = [{ name: "optional", cost: 3 }, limitOf("brought", 2, { duration: 1000 })]
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
    const ratelimits = [limitOf("calls", 1, { autoApply: true }), limitOf("shared", 4, { autoApply: true })]
    await keyward.ok("identities.createIdentity", { externalId: "twofold", ratelimits })
    const { key } = await make({ externalId: "twofold", ratelimits: [limitOf("calls", 9)] })
    expect(remainingIn(await verify(key))).toEqual({ shared: 3 })
    expect(remainingIn(await verify(key, { ratelimits: [{ name: "calls" }] }))).toEqual({ calls: 8, shared: 2 })
  })

  test("of an identity are shared by its keys, those of a key are its own", async () => {
    const ratelimits = [limitOf("shared", 3, { autoApply: true })]
    await keyward.ok("identities.createIdentity", { externalId: "sharing", ratelimits })
    const own = { externalId: "sharing", ratelimits: [limitOf("own", 2, { autoApply: true })] }
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
    const { key } = await make({ ratelimits: [limitOf("calls", 5, { autoApply: true })] })
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
    const { key } = await make({ ratelimits: [limitOf("calls", 25)] })
    const take = (cost: number) => verify(key, { ratelimits: [{ name: "calls", cost }] })
    const start = clock.now
    await keyward.ok("keys.verifyKey", { key, ratelimits: [limitOf("calls", 100, { cost: 40 })] })
    clock.now = start + minuteMs + 45_000
    // 40 in the previous window count as floor(40 · 15,000 / 60,000) = 10 now.
    expect(await take(10)).toMatchObject({ code: "VALID", ratelimits: [{ remaining: 5 }] })
    expect(await take(6)).toMatchObject({ code: "RATE_LIMITED", ratelimits: [{ remaining: 5 }] })
    expect((await take(5)).ratelimits).toMatchObject([{ remaining: 0, reset: start + 2 * minuteMs }])
    clock.now = start + minuteMs + 45_000 + 1
    expect(await take(0)).toMatchObject({ ratelimits: [{ remaining: 1 }] })
  })

  test("keep their counter when the limit changes, and get another one with another duration", async () => {
    const { keyId, key } = await make({ ratelimits: [limitOf("calls", 5, { autoApply: true })] })
    await verify(key)
    const change = (count: number, duration = minuteMs) =>
      keyward.ok("keys.updateKey", { keyId, ratelimits: [limitOf("calls", count, { duration, autoApply: true })] })
    await change(3)
    expect(remainingIn(await verify(key))).toEqual({ calls: 1 })
    await change(2, 2 * minuteMs)
    expect(remainingIn(await verify(key))).toEqual({ calls: 1 })
    await change(3)
    expect(remainingIn(await verify(key))).toEqual({ calls: 0 })
  })

  test("that come with the request count for the key, on the counter of a stored one of that name and duration", async () => {
    const ratelimits = [limitOf("calls", 5)]
    await keyward.ok("identities.createIdentity", { externalId: "inline", ratelimits })
    const { key } = await make({ externalId: "inline" })
    expect(remainingIn(await verify(key, { ratelimits: [limitOf("calls", 9)] }))).toEqual({ calls: 8 })
    expect(remainingIn(await verify(key, { ratelimits: [{ name: "calls" }] }))).toEqual({ calls: 4 })
    const own = await make({ ratelimits: [limitOf("calls", 5)] })
    expect(remainingIn(await verify(own.key, { ratelimits: [limitOf("calls", 9)] }))).toEqual({ calls: 8 })
    expect(remainingIn(await verify(own.key, { ratelimits: [{ name: "calls" }] }))).toEqual({ calls: 3 })
  })

  test("that neither key nor identity has are refused, and nothing is taken", async () => {
    const { key } = await make({ credits: { remaining: 3 }, ratelimits: [limitOf("calls", 5, { autoApply: true })] })
    const other = await make({ ratelimits: [limitOf("elsewhere", 1)] })
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
    const { key } = await make({ ratelimits: names.map((name) => limitOf(name, 5, { autoApply: true })) })
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
    const { key } = await make({ ratelimits: [limitOf("calls", 7, { autoApply: true })] })
    const answers = await inParallel(30, () => verify(key))
    expect([countOf(answers, "VALID"), countOf(answers, "RATE_LIMITED")]).toEqual([7, 23])
    const left = answers.filter(({ code }) => code === "VALID").map((answer) => remainingIn(answer).calls)
    expect(left.sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test("of an identity admit exactly their number of parallel verifications of all its keys", async () => {
    const ratelimits = [limitOf("shared", 7, { autoApply: true })]
    await keyward.ok("identities.createIdentity", { externalId: "crowd", ratelimits })
    const keys = await inParallel(3, () => make({ externalId: "crowd" }))
    const answers = await Promise.all(keys.flatMap(({ key }) => [1, 2, 3, 4, 5].map(() => verify(key))))
    expect([countOf(answers, "VALID"), countOf(answers, "RATE_LIMITED")]).toEqual([7, 8])
  })
})
