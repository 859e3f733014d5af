import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

const maximum = Number.MAX_SAFE_INTEGER

describe.each([...engines])("keys.updateCredits on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const refill = { interval: "daily", amount: 50 }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const call = (body: object) => keyward.ok("keys.updateCredits", body)
  const keyWith = async (credits?: object) => (await createKey(keyward, { apiId, ...(credits && { credits }) })).keyId
  const creditsOf = async (keyId: string) => (await keyward.ok("keys.getKey", { keyId })).credits

  test("sets, increases and decreases the balance, and answers with the new one", async () => {
    const keyId = await keyWith({ remaining: 3, refill })
    const apply = (operation: string, value: number | null) => call({ keyId, operation, value })
    expect(await apply("increment", 4)).toEqual({ remaining: 7, refill })
    expect(await apply("decrement", 2)).toEqual({ remaining: 5, refill })
    expect(await apply("decrement", 6)).toEqual({ remaining: 0, refill })
    expect(await apply("set", maximum)).toEqual({ remaining: maximum, refill })
    expect(await creditsOf(keyId)).toEqual({ remaining: maximum, refill })
    expect(await apply("set", 0)).toEqual({ remaining: 0, refill })
  })

  test("records what changed, and nothing where nothing did", async () => {
    const keyId = await keyWith({ remaining: 3 })
    const updatedAt = clock.now + 5
    const events = await eventsDuring(keyward, async () => {
      clock.now = updatedAt
      await call({ keyId, operation: "increment", value: 1 })
      clock.now += 5
      expect(await call({ keyId, operation: "set", value: 4 })).toEqual({ remaining: 4 })
    })
    expect(events).toMatchObject([
      {
        type: "key.updated",
        resources: [{ type: "key", id: keyId }, { type: "api", id: apiId }, { type: "balance" }],
        changes: { before: { credits: { remaining: 3 } }, after: { credits: { remaining: 4 } } },
      },
    ])
    expect((await keyward.ok("keys.getKey", { keyId })).updatedAt).toBe(updatedAt)
  })

  test.each([
    ["null", { value: null }],
    ["no value, as some clients cannot send null", {}],
  ])("makes a key unlimited with %s, which removes its refill, and limited again", async (_what, nothing) => {
    const keyId = await keyWith({ remaining: 3, refill })
    expect(await call({ keyId, operation: "set", ...nothing })).toEqual({ remaining: null })
    expect(await creditsOf(keyId)).toBeUndefined()
    expect(await call({ keyId, operation: "set", value: 9 })).toEqual({ remaining: 9 })
    expect(await creditsOf(keyId)).toEqual({ remaining: 9 })
  })

  test("starts from the refilled balance when a refill is due, and records the refill as the system's", async () => {
    const keyId = await keyWith({ remaining: 3, refill })
    const events = await eventsDuring(keyward, async () => {
      clock.now = Date.parse("2026-03-18T00:00:00Z")
      expect(await call({ keyId, operation: "decrement", value: 1 })).toEqual({ remaining: 49, refill })
    })
    expect(events).toMatchObject([
      {
        type: "key.refilled",
        actor: { type: "system", id: "refill" },
        changes: { after: { credits: { remaining: 50 } } },
      },
      { type: "key.updated", actor: { type: "root_key" }, changes: { before: { credits: { remaining: 50 } } } },
    ])
  })

  test("never loses one of many changes at the same time", async () => {
    const keyId = await keyWith({ remaining: 100 })
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call({ keyId, operation: index % 2 === 0 ? "increment" : "decrement", value: index + 1 }),
      ),
    )
    expect(await creditsOf(keyId)).toEqual({ remaining: 95 })
  })

  test.each([
    ["an increment of an unlimited key", undefined, "increment", 1],
    ["a decrement of an unlimited key", undefined, "decrement", 1],
    ["a balance beyond the largest exact integer", { remaining: 2 }, "increment", maximum - 1],
  ])("refuses %s at body.operation, and changes nothing", async (_what, credits, operation, value) => {
    const keyId = await keyWith(credits)
    await expectViolations(keyward, "keys.updateCredits", [[{ keyId, operation, value }, "body.operation"]])
    expect(await creditsOf(keyId)).toEqual(credits)
  })

  test("refuses values and operations that cannot be", async () => {
    const steps = ["increment", "decrement"].flatMap((operation) => [
      { operation },
      { operation, value: null },
      { operation, value: 0 },
    ])
    const sets = [-1, 1.5, "5", maximum + 1].map((value) => ({ operation: "set", value }))
    await expectViolations(keyward, "keys.updateCredits", [
      ...[...steps, ...sets].map((body) => [{ keyId: "any", ...body }, "body.value"] as const),
      [{ keyId: "any", operation: "add", value: 1 }, "body.operation"],
      [{ keyId: "any", value: 1 }, "body.operation"],
    ])
  })
})
