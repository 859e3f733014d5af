import { beforeEach, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("apis.updateApi", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let apiId: string

  beforeEach(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Payments" })).apiId
    clock.now += 1000
  })

  const get = () => keyward.ok("apis.getApi", { apiId })

  test("changes every member, and records just the difference", async () => {
    const before = await get()
    const wanted = {
      name: "Payouts",
      defaultPrefix: "acme_live",
      defaultBytes: 32,
      deleteProtection: true,
      ipAllowlist: ["10.0.0.0/8", "2001:db8::/32"],
    }
    const after = await keyward.ok("apis.updateApi", { apiId, ...wanted })
    expect(after).toEqual({ ...before, ...wanted, updatedAt: clock.now })
    expect(await get()).toEqual(after)
    const events = await keyward.events({ resourceId: apiId })
    expect(events.map(({ type }) => type)).toEqual(["api.updated", "api.created"])
    const actor = { type: "root_key", id: keyward.rootKeyId }
    expect(events[0]).toMatchObject({ actor, resources: [{ type: "api", id: apiId }] })
    expect(events[0]?.changes).toEqual({ before: { name: "Payments", deleteProtection: false }, after: wanted })
  })

  test("leaves what is absent, and takes away by null", async () => {
    await keyward.ok("apis.updateApi", { apiId, defaultPrefix: "acme", defaultBytes: 16, ipAllowlist: ["::1"] })
    const named = await keyward.ok("apis.updateApi", { apiId, name: "Renamed" })
    expect(named).toMatchObject({ name: "Renamed", defaultPrefix: "acme", defaultBytes: 16, ipAllowlist: ["::1/128"] })
    const cleared = { defaultPrefix: null, defaultBytes: null, ipAllowlist: null }
    const after = await keyward.ok("apis.updateApi", { apiId, ...cleared })
    expect(after).toMatchObject({ name: "Renamed", ipAllowlist: [] })
    expect(after).not.toHaveProperty("defaultPrefix")
    expect(after).not.toHaveProperty("defaultBytes")
    const [event] = await keyward.events({ resourceId: apiId })
    expect(event?.changes).toEqual({
      before: { defaultPrefix: "acme", defaultBytes: 16, ipAllowlist: ["::1/128"] },
      after: {},
    })
  })

  test("keeps networks in canonical text, each once", async () => {
    const ipAllowlist = ["10.1.2.3/8", "192.0.2.1", "10.0.0.0/8", "2001:DB8:0::1/32", "::ffff:192.0.2.1"]
    const after = await keyward.ok("apis.updateApi", { apiId, ipAllowlist })
    expect(after.ipAllowlist).toEqual(["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32"])
  })

  test("records nothing and leaves updatedAt alone when nothing changes", async () => {
    const body = { apiId, name: "Payments", deleteProtection: false, ipAllowlist: ["10.1.2.3/8"] }
    const before = await keyward.ok("apis.updateApi", body)
    clock.now += 1000
    for (const same of [body, { apiId }, { apiId, defaultPrefix: null, ipAllowlist: ["10.0.0.0/8", "10.9.9.9/8"] }]) {
      expect(await keyward.ok("apis.updateApi", same)).toEqual(before)
    }
    expect(await keyward.events({ resourceId: apiId })).toHaveLength(2)
  })

  test("refuses bad members, each at its place, and changes nothing", async () => {
    const before = await get()
    const addresses = Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`)
    const bad = { name: "", defaultPrefix: "a-b", defaultBytes: 15, deleteProtection: "yes" }
    const others = [
      { name: null, deleteProtection: null },
      { defaultPrefix: "" },
      { defaultPrefix: "a".repeat(17), defaultBytes: 256 },
      { ipAllowlist: addresses },
    ]
    await expectViolations(keyward, "apis.updateApi", [
      ...[bad, ...others].map((one) => [{ apiId, ...one }, ...Object.keys(one).map((name) => `body.${name}`)] as const),
      [
        { apiId, ipAllowlist: ["10.0.0.0/8", "10.0.0.0/33", "localhost", 5, "fe80::1%eth0"] },
        ...[1, 2, 3, 4].map((index) => `body.ipAllowlist[${index}]`),
      ],
    ])
    expect(await get()).toEqual(before)
  })
})
