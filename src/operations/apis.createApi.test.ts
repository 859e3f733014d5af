import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("apis.createApi", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  test("makes an API without defaults, protection or allow list, and records it once", async () => {
    const { apiId, ...rest } = await keyward.ok("apis.createApi", { name: "Payments" })
    expect(rest).toEqual({})
    expect(apiId).toMatch(/^api_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const stored = await keyward.ok("apis.getApi", { apiId })
    const defaults = { deleteProtection: false, ipAllowlist: [] }
    expect(stored).toEqual({ id: apiId, name: "Payments", ...defaults, createdAt: clock.now })
    const events = await keyward.events({ resourceId: apiId })
    const actor = { type: "root_key", id: keyward.rootKeyId }
    expect(events).toMatchObject([{ type: "api.created", actor, resources: [{ type: "api", id: apiId }] }])
    expect(events[0]?.changes).toEqual({ before: null, after: stored })
  })

  test("accepts a name twice, and keeps every name as it was sent", async () => {
    const names = ["Twice", "Twice", "x", "   ", "Ünïcode 🔑", "x".repeat(256)]
    for (const name of names) {
      const { apiId } = await keyward.ok("apis.createApi", { name })
      expect((await keyward.ok("apis.getApi", { apiId })).name).toBe(name)
    }
  })

  test("refuses names out of bounds, and makes nothing", async () => {
    const bad = ["", "x".repeat(257), "a\u0000bc", "ab\ud800", null, 5, undefined]
    const cases = bad.map((name) => [{ name }, "body.name"] as const)
    await expectViolations(keyward, "apis.createApi", [
      ...cases,
      [{ name: "Payments", deleteProtection: true }, "body.deleteProtection"],
    ])
  })
})
