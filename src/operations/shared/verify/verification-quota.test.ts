import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../../../test/harness/fixtures.ts"
import { engines, type TestWorkspace } from "../../../../test/harness/harness.ts"
import { repeatIfBusy } from "../../../../test/harness/repeat-if-busy.ts"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"

const exceeded = "403 limits/quota_exceeded"

describe.each([...engines])("the quota of verifications on %s", (engine) => {
  const clock = { now: 0 }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  let owner: { readonly key: string }
  beforeEach(async () => {
    clock.now = Date.parse("2026-11-30T23:59:59.000Z")
    own = await keyward.createWorkspace()
    owner = { key: own.rootKey }
  })

  const limit = (verificationsPerMonth: number | null, more: object = {}) =>
    keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId: own.workspaceId, limits: { verificationsPerMonth, ...more } },
      keyward.operator,
    )
  const make = (attributes: object = {}) => createKey(keyward, { ...attributes }, own.rootKey)
  const verify = (key: string, more: object = {}) =>
    repeatIfBusy(() => keyward.call("keys.verifyKey", { key, ...more }, owner))
  const codeOf = async (key: string, more: object = {}) => (await verify(key, more)).body.data?.code

  test("admits exactly its number, then refuses every key, unknown ones too, and names itself", async () => {
    const { key } = await make()
    await limit(2)
    expect([await codeOf(key), await codeOf(key)]).toEqual(["VALID", "VALID"])
    for (const text of [key, "unknown"]) {
      const reply = await verify(text)
      expect(outcomeOf(reply)).toBe(exceeded)
      expect(reply.body.error.detail).toContain("limits.verificationsPerMonth")
    }
    const { enabled } = await keyward.ok("workspaces.getWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
    expect(enabled).toBe(true)
  })

  test("counts every code but NOT_FOUND, and no refused request", async () => {
    const disabled = await make({ enabled: false })
    const short = await make({ credits: { remaining: 0 } })
    const limited = await make({ ratelimits: [{ name: "calls", limit: 1, duration: 60_000 }] })
    await limit(4)
    for (const _again of [1, 2, 3]) expect(await codeOf("unknown")).toBe("NOT_FOUND")
    expect(outcomeOf(await verify(limited.key, { ratelimits: [{ name: "nobody's" }] }))).toBe(
      "412 application/precondition_failed",
    )
    expect((await verify(limited.key, { permissions: "a AND" })).status).toBe(400)
    expect(await codeOf(disabled.key)).toBe("DISABLED")
    expect(await codeOf(short.key)).toBe("USAGE_EXCEEDED")
    expect(await codeOf(limited.key, { ratelimits: [{ name: "calls", cost: 2 }] })).toBe("RATE_LIMITED")
    expect(await codeOf(limited.key, { permissions: "missing" })).toBe("INSUFFICIENT_PERMISSIONS")
    expect(outcomeOf(await verify(disabled.key))).toBe(exceeded)
  })

  test("refuses before anything is taken, and after the shape of the request was looked at", async () => {
    const { keyId, key } = await make({
      credits: { remaining: 1 },
      ratelimits: [{ name: "calls", limit: 1, duration: 60_000, autoApply: true }],
    })
    await limit(0)
    expect(outcomeOf(await verify(key))).toBe(exceeded)
    expect((await verify(key, { permissions: "a AND" })).body.error.type).toEndWith("/permissions_query_syntax_error")
    expect((await verify(key, { nonsense: 1 })).status).toBe(400)
    await limit(null)
    expect((await keyward.ok("keys.getKey", { keyId }, owner)).credits.remaining).toBe(1)
    expect((await verify(key)).body.data).toMatchObject({ code: "VALID", credits: 0, ratelimits: [{ remaining: 0 }] })
  })

  test("is exact under parallel verifications", async () => {
    const { key } = await make({ credits: { remaining: 100 } })
    await limit(7)
    const replies = await Promise.all(Array.from({ length: 25 }, () => verify(key)))
    const outcomes = replies.map((reply) => reply.body.data?.code ?? outcomeOf(reply))
    expect(outcomes.toSorted()).toEqual([...Array(18).fill(exceeded), ...Array(7).fill("VALID")])
    await limit(null)
    expect((await verify(key)).body.data.credits).toBe(92)
  })

  test("starts again with the month in UTC, to the millisecond", async () => {
    const { key } = await make()
    await limit(1)
    clock.now = Date.parse("2026-11-30T23:59:59.999Z")
    expect(await codeOf(key)).toBe("VALID")
    expect(outcomeOf(await verify(key))).toBe(exceeded)
    clock.now = Date.parse("2026-12-01T00:00:00.000Z")
    expect(await codeOf(key)).toBe("VALID")
    expect(outcomeOf(await verify(key))).toBe(exceeded)
    clock.now = Date.parse("2027-01-01T00:00:00.000Z")
    expect(await codeOf(key)).toBe("VALID")
  })

  test("counts what was verified this month before there was a quota, and by all APIs", async () => {
    const [one, other] = [await make(), await make()]
    for (const { key } of [one, other, one]) expect(await codeOf(key)).toBe("VALID")
    await limit(4)
    expect(await codeOf(other.key)).toBe("VALID")
    expect(outcomeOf(await verify(one.key))).toBe(exceeded)
    await limit(5)
    expect(await codeOf(one.key)).toBe("VALID")
    expect(outcomeOf(await verify(one.key))).toBe(exceeded)
  })

  test("counts that just once, however many verifications come first under the new quota", async () => {
    const { key } = await make()
    for (const _again of [1, 2, 3]) expect(await codeOf(key)).toBe("VALID")
    await limit(10)
    const replies = await Promise.all(Array.from({ length: 12 }, () => verify(key)))
    expect(replies.filter(({ body }) => body.data?.code === "VALID")).toHaveLength(7)
  })

  test("keeps its count over a restart", async () => {
    const { key } = await make()
    await codeOf(key)
    await limit(2)
    await codeOf(key)
    await keyward.restart()
    expect(outcomeOf(await verify(key))).toBe(exceeded)
  })

  test("concerns its own workspace only", async () => {
    await limit(0)
    const { key } = await createKey(keyward)
    expect((await keyward.ok("keys.verifyKey", { key })).code).toBe("VALID")
  })

  test("disables the workspace where that was asked for, and the next month does not enable it", async () => {
    const { key } = await make()
    await limit(1, { onExceeded: "disable" })
    expect(await codeOf(key)).toBe("VALID")
    const { workspaceId } = own
    const state = () => keyward.ok("workspaces.getWorkspace", { workspaceId }, keyward.operator)
    expect((await state()).enabled).toBe(true)
    expect(outcomeOf(await verify(key))).toBe(exceeded)
    expect(outcomeOf(await verify(key))).toBe("403 authorization/workspace_disabled")
    expect(await state()).toMatchObject({ enabled: false, disabledReason: "quota_exceeded" })
    const events = await keyward.events({ workspaceId, type: "workspace.disabled" })
    expect(events).toMatchObject([{ actor: { type: "system", id: "quota" } }])
    clock.now = Date.parse("2026-12-01T00:00:00.000Z")
    expect(outcomeOf(await verify(key))).toBe("403 authorization/workspace_disabled")
    await keyward.ok("workspaces.enableWorkspace", { workspaceId }, keyward.operator)
    expect(await codeOf(key)).toBe("VALID")
  })
})
