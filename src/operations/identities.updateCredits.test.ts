import { beforeAll, describe, expect, test } from "bun:test"
import { createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe.each(engines)("identities.updateCredits on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-15T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
  })

  let customers = 0
  const customer = async () => {
    customers += 1
    const externalId = `customer_${customers}`
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId })
    const { key } = await createKey(keyward, { apiId, externalId })
    return { externalId, identityId, key }
  }
  const verify = (key: string, cost: number) => keyward.ok("keys.verifyKey", { key, credits: { cost } })
  const get = (identity: string) => keyward.ok("identities.getIdentity", { identity })
  const topUp = (identity: string, value: number, reference: string) =>
    keyward.call("identities.updateCredits", { identity, operation: "increment", value, reference })

  test("payment references count once, ten times in parallel and two days later", async () => {
    const { externalId, key } = await customer()
    const sent = await Promise.all(Array.from({ length: 10 }, () => topUp(externalId, 500, "pi_1")))
    const answers = sent.map(({ status, body }) => [status, body.data.remaining, body.data.repeated])
    expect(answers.filter(([, , repeated]) => repeated === false)).toEqual([[200, 500, false]])
    expect(answers.filter(([, , repeated]) => repeated === true)).toHaveLength(9)
    await verify(key, 100)
    clock.now += 48 * 3_600_000
    const again = await eventsDuring(keyward, async () => {
      expect((await topUp(externalId, 500, "pi_1")).body.data).toEqual({ remaining: 400, lowAt: 50, repeated: true })
    })
    expect(again).toEqual([])
    const refused = "409 data/reference_already_used"
    expect(outcomeOf(await topUp(externalId, 501, "pi_1"))).toBe(refused)
    const set = { identity: externalId, operation: "set", value: 500, reference: "pi_1" }
    await expectRefused(keyward, ["identities.updateCredits", set], refused)
    const other = await customer()
    expect((await topUp(other.externalId, 500, "pi_1")).body.data).toEqual({
      remaining: 500,
      lowAt: 50,
      repeated: false,
    })
    expect((await get(externalId)).credits).toMatchObject({ remaining: 400, reserved: 0 })
  })

  test("credits are added, removed down to 0, set and taken away; events tell what was left before and after", async () => {
    const { externalId, identityId, key } = await customer()
    const change = (operation: string, value: number | null, reference?: string) =>
      keyward.ok("identities.updateCredits", {
        identity: externalId,
        operation,
        value,
        ...(reference && { reference }),
      })
    await expectViolations(keyward, "identities.updateCredits", [
      [{ identity: externalId, operation: "increment" }, "body.value"],
      [{ identity: externalId, operation: "decrement", value: 0 }, "body.value"],
      [{ identity: externalId, operation: "set", value: 1, reference: "" }, "body.reference"],
    ])
    const decrement = { identity: externalId, operation: "decrement", value: 1 }
    await expectRefused(keyward, ["identities.updateCredits", decrement], "400 application/invalid_input")
    const events = await eventsDuring(keyward, async () => {
      expect(await change("increment", 10)).toEqual({ remaining: 10, lowAt: 1, repeated: false })
      await verify(key, 3)
      expect(await change("decrement", 20, "refund_1")).toEqual({ remaining: 0, lowAt: 1, repeated: false })
      expect(await change("set", 8)).toEqual({ remaining: 8, lowAt: 0, repeated: false })
      expect(await change("set", null)).toEqual({ remaining: null, repeated: false })
    })
    const balance = { type: "balance", id: identityId.replace("id_", "bal_") }
    expect(events.map(({ type, resources, changes }) => ({ type, resources, changes }))).toEqual(
      [
        { before: {}, after: { credits: { remaining: 10, reserved: 0, lowAt: 1 } } },
        {
          before: { credits: { remaining: 7, reserved: 0, lowAt: 1 } },
          after: { credits: { remaining: 0, reserved: 0, lowAt: 1 }, reference: "refund_1" },
        },
        {
          before: { credits: { remaining: 0, reserved: 0, lowAt: 1 } },
          after: { credits: { remaining: 8, reserved: 0, lowAt: 0 } },
        },
        { before: { credits: { remaining: 8, reserved: 0, lowAt: 0 } }, after: {} },
      ].map((changes) => ({
        type: "identity.updated",
        resources: [{ type: "identity", id: identityId }, balance],
        changes,
      })),
    )
    const most = { identity: externalId, operation: "increment", value: Number.MAX_SAFE_INTEGER }
    await keyward.ok("identities.updateCredits", most)
    await expectRefused(keyward, ["identities.updateCredits", { ...most, value: 1 }], "400 application/invalid_input")
  })

  test("of other workspaces do not exist", async () => {
    const { externalId, identityId } = await customer()
    const { rootKey } = await keyward.createWorkspace()
    for (const identity of [externalId, identityId]) {
      const body = { identity, operation: "increment", value: 1 }
      const answer = await keyward.call("identities.updateCredits", body, { key: rootKey })
      expect(outcomeOf(answer)).toBe("404 data/identity_not_found")
    }
  })
})
