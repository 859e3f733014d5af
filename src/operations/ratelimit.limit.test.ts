import { describe, expect, test } from "bun:test"
import { check, serveLimits, start } from "../../test/harness/serve-limits.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("ratelimit.limit", () => {
  const { clock, keyward, namespaceId, remaining, take } = serveLimits("sqlite")

  test("takes the cost, 1 if none is named, until nothing is left", async () => {
    clock.now = start + 1000
    expect(await take("basics", { limit: 3 })).toEqual({ success: true, limit: 3, remaining: 2, reset: start + 60_000 })
    expect(await take("basics", { limit: 3, cost: 2 })).toMatchObject({ success: true, remaining: 0 })
    expect(await take("basics", { limit: 3 })).toEqual({
      success: false,
      limit: 3,
      remaining: 0,
      reset: start + 60_000,
    })
    expect(await remaining("basics", { limit: 4 })).toBe(1)
  })

  test("gives the example of the contract", async () => {
    const settings = { limit: 1000, identifier: "example" }
    clock.now = start - 60_000
    await take("arithmetic", { ...settings, cost: 40 })
    clock.now = start
    await take("arithmetic", { ...settings, cost: 10 })
    clock.now = 1767225645000
    const denied = { success: false, limit: 25, remaining: 5, reset: 1767225660000 }
    expect(await take("arithmetic", { ...settings, limit: 25, cost: 6 })).toEqual(denied)
    const allowed = { success: true, limit: 25, remaining: 0, reset: 1767225660000 }
    expect(await take("arithmetic", { ...settings, limit: 25, cost: 5 })).toEqual(allowed)
  })

  test("looks without taking at cost 0, and denies a cost above the limit without taking", async () => {
    expect(await take("looks", { cost: 0 })).toMatchObject({ success: true, remaining: 10 })
    expect(await take("looks", { cost: 11 })).toMatchObject({ success: false, remaining: 10 })
    expect(await take("looks", { cost: 10 })).toMatchObject({ success: true, remaining: 0 })
    expect(await take("looks", { cost: 0 })).toMatchObject({ success: true, remaining: 0 })
  })

  test("counts by namespace, identifier and duration, and not by limit", async () => {
    await take("scopes", { cost: 4 })
    expect(await remaining("scopes", { limit: 5 })).toBe(1)
    expect(await remaining("scopes", { duration: 60_001 })).toBe(10)
    expect(await remaining("scopes", { identifier: "User_1" })).toBe(10)
    expect(await remaining("scopes", { identifier: "user_1 " })).toBe(10)
    expect(await remaining("Scopes")).toBe(10)
  })

  test("lets no identifier reach another counter", async () => {
    await take("forged", { identifier: "a", cost: 3 })
    const id = await namespaceId("forged")
    const { workspaceId } = keyward
    await keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId, limits: { requestsPerMinute: 1000 } },
      keyward.operator,
    )
    const texts = ["a/", "/a", `${id}/a`, `ratelimit/${workspaceId}/${id}/a`, `../${id}/a`, `requests/${workspaceId}`]
    for (const identifier of texts) expect(await remaining("forged", { identifier })).toBe(10)
    await take("forged", { identifier: `requests/${workspaceId}`, limit: 1_000_000, cost: 1_000_000 })
    await take("forged")
    await keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId, limits: { requestsPerMinute: null } },
      keyward.operator,
    )
  })

  test("passes exactly as many parallel calls as the limit allows", async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => take("parallel", { limit: 20 })))
    const passed = replies.filter(({ success }) => success)
    expect(passed).toHaveLength(20)
    expect(passed.map((each) => each.remaining).sort((a, b) => a - b)).toEqual([...Array(20).keys()])
    const fewer = await Promise.all(Array.from({ length: 10 }, () => take("parallel", { identifier: "b", limit: 20 })))
    expect(fewer.every(({ success }) => success)).toBe(true)
  })

  test("refuses bad input, each field at its place", async () => {
    const wrong: readonly (readonly [string, readonly unknown[]])[] = [
      ["identifier", ["", "i".repeat(513), "a\u0000"]],
      ["limit", [0, 1_000_000_001, 1.5]],
      ["duration", [999, 31_536_000_001]],
      ["cost", [-1, 1_000_000_001, null]],
    ]
    const one = wrong.flatMap(([field, values]) =>
      values.map((value) => [check("n", { [field]: value }), `body.${field}`] as const),
    )
    await expectViolations(keyward, "ratelimit.limit", [
      [{}, "body.namespace", "body.identifier", "body.limit", "body.duration"],
      [check("n", { limit: "1", cost: "1" }), "body.limit", "body.cost"],
      ...one,
    ])
  })

  test("accepts every bound", async () => {
    const longest = { namespace: "ñ".repeat(512), identifier: "🔑".repeat(256) }
    const most = { limit: 1_000_000_000, duration: 31_536_000_000, cost: 1_000_000_000 }
    expect(await keyward.ok("ratelimit.limit", { ...longest, ...most })).toMatchObject({ success: true, remaining: 0 })
    const least = { namespace: "n", identifier: "*", limit: 1, duration: 1000, cost: 0 }
    expect(await keyward.ok("ratelimit.limit", least)).toMatchObject({ success: true, remaining: 1 })
  })
})
