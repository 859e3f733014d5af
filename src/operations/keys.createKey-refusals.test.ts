import { beforeAll, describe, expect, test } from "bun:test"
import { createApi } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

/** Bodies without the API, and where they are wrong. */
const violations: readonly (readonly [object, ...string[]])[] = [
  [{ prefix: "no-dash" }, "body.prefix"],
  [{ byteLength: 15 }, "body.byteLength"],
  [{ name: "" }, "body.name"],
  [{ name: null }, "body.name"],
  [{ externalId: "a\nb" }, "body.externalId"],
  [{ meta: [] }, "body.meta"],
  [{ roles: [1] }, "body.roles[0]"],
  [{ permissions: ["a b", "or"] }, "body.permissions[0]", "body.permissions[1]"],
  [{ expires: -1 }, "body.expires"],
  [{ credits: {} }, "body.credits.remaining"],
  [{ credits: { remaining: null, refill: { interval: "daily", amount: 1 } } }, "body.credits.refill"],
  [{ ratelimits: [limit({}), limit({})] }, "body.ratelimits[1].name"],
  [{ enabled: "yes" }, "body.enabled"],
  [{ recoverable: null }, "body.recoverable"],
  [{ ipAllowlist: ["10.0.0.0/33"] }, "body.ipAllowlist[0]"],
]

function limit(settings: object) {
  return { name: "calls", limit: 1, duration: 1000, ...settings }
}

describe("refusals of keys.createKey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  test("name every violation, one by one and together", async () => {
    const bodies = violations.map(([body, ...locations]) => [{ apiId, ...body }, ...locations] as const)
    const whole = Object.assign({ apiId }, ...violations.map(([body]) => body))
    const locations = violations.flatMap(([, ...places]) => places)
    const together = new Set(locations.filter((location) => location !== "body.credits.remaining"))
    await expectViolations(keyward, "keys.createKey", [...bodies, [whole, ...together]])
  })

  test("name limits and refills that cannot be", async () => {
    const refilled = (refill: object) => ({ apiId, credits: { remaining: 1, refill } })
    await expectViolations(keyward, "keys.createKey", [
      [{ apiId, ratelimits: [limit({ limit: 0 })] }, "body.ratelimits[0].limit"],
      [{ apiId, ratelimits: [limit({ duration: 999 })] }, "body.ratelimits[0].duration"],
      [refilled({ interval: "monthly", amount: 1 }), "body.credits.refill.refillDay"],
      [refilled({ interval: "daily", amount: 1, refillDay: 32 }), "body.credits.refill.refillDay"],
    ])
  })

  test("leave nothing behind if a role or a permission is unknown", async () => {
    const ghost = { apiId, externalId: "ghost", permissions: ["ghost"] }
    const role = { ...ghost, roles: ["nope"] }
    expect(await expectRefused(keyward, ["keys.createKey", role], "404 data/role_not_found")).toContain("nope")
    const permission = { ...ghost, permissions: ["ghost", "perm_1BzmjTFLHWXwiSK4y3H5iW"] }
    await expectRefused(keyward, ["keys.createKey", permission], "404 data/permission_not_found")
    expect((await keyward.call("permissions.getPermission", { permission: "ghost" })).status).toBe(404)
    expect((await keyward.call("identities.getIdentity", { externalId: "ghost" })).status).toBe(404)
  })
})
