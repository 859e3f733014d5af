import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("apis.createApi on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  const create = (body: unknown, options = {}) => keyward.call("apis.createApi", body, options)

  test("makes an API without defaults, protection or allow list, and records it once", async () => {
    const { apiId, ...rest } = await keyward.ok("apis.createApi", { name: "Payments" })
    expect(rest).toEqual({})
    expect(apiId).toMatch(/^api_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const stored = await keyward.ok("apis.getApi", { apiId })
    expect(stored).toEqual({
      id: apiId,
      name: "Payments",
      deleteProtection: false,
      ipAllowlist: [],
      createdAt: clock.now,
    })
    const events = await keyward.events({ resourceId: apiId })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: "api.created",
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [{ type: "api", id: apiId }],
    })
    expect(events[0]?.changes).toEqual({ before: null, after: stored })
  })

  test("accepts a name twice, and keeps every name as it was sent", async () => {
    const names = ["Twice", "Twice", "   ", "Ünïcode 🔑", "x".repeat(256)]
    for (const name of names) {
      const { apiId } = await keyward.ok("apis.createApi", { name })
      expect((await keyward.ok("apis.getApi", { apiId })).name).toBe(name)
    }
  })

  test("refuses names out of bounds and unknown members, and makes nothing", async () => {
    const before = await keyward.ok("apis.listApis")
    for (const name of ["ab", "x".repeat(257), "a\u0000bc", "ab\ud800", null, 5, undefined]) {
      const reply = await create({ name })
      expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, "body.name"])
    }
    const unknown = await create({ name: "Payments", deleteProtection: true })
    expect(unknown.body.error.errors[0].location).toBe("body.deleteProtection")
    expect(await keyward.ok("apis.listApis")).toEqual(before)
  })

  test("makes one API for one Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "create-once" }
    const first = await create({ name: "Once" }, { headers })
    const again = await create({ name: "Once" }, { headers })
    expect(again.body.data).toEqual(first.body.data)
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(await keyward.ok("apis.listApis", { search: "Once" })).toHaveLength(1)
    const other = await create({ name: "Another" }, { headers })
    expect([other.status, other.body.error.type]).toEqual([422, expect.stringContaining("/idempotency_key_reused")])
  })
})
