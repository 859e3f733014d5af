import { describe, expect, test } from "bun:test"
import { engines } from "../../../../test/harness/harness.ts"
import { countOf, inParallel, serveCharges } from "../../../../test/requests/charges.ts"

describe.each([...engines])("the credits of a verification on %s", (engine) => {
  const { keyward, make, verify } = serveCharges(engine)

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
