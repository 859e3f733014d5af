import { beforeEach, describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import type { TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

const february = Date.parse("2026-02-01T00:00:00Z")
const march = Date.parse("2026-03-01T00:00:00Z")

describe("workspace.getUsage", () => {
  const clock = { now: march }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let own: TestWorkspace

  beforeEach(async () => {
    own = await keyward.createWorkspace()
  })

  const get = (body: unknown) => keyward.call("workspace.getUsage", body, { key: own.rootKey })
  const verificationsIn = async (month: number) =>
    (await get({ period: { year: 2026, month } })).body.data.totals.api.verifications

  test("counts verifications by calendar month in UTC, whatever their code, unknown keys excepted", async () => {
    const { key } = await createKey(keyward, { credits: { remaining: 1 } }, own.rootKey)
    const verify = (text: string) => keyward.ok("keys.verifyKey", { key: text }, { key: own.rootKey })
    clock.now = march - 1
    await verify(key)
    clock.now = march
    for (const text of [key, key, "unknown"]) await verify(text)
    // Counts are stored shortly after the verification.
    while ((await verificationsIn(2)) < 1 || (await verificationsIn(3)) < 2) await Bun.sleep(20)
    expect([await verificationsIn(1), await verificationsIn(2), await verificationsIn(3)]).toEqual([0, 1, 2])
  })

  test("counts checks of all rate limits by calendar month, whatever their outcome", async () => {
    const ratelimitsIn = async (month: number) =>
      (await get({ period: { year: 2026, month } })).body.data.totals.api.ratelimits
    const check = (namespace: string) => {
      const limited = { namespace, identifier: "ann", limit: 1, duration: 60_000 }
      return keyward.ok("ratelimit.limit", limited, { key: own.rootKey })
    }
    clock.now = march - 1
    await check("calls")
    clock.now = march + 60_000
    for (const namespace of ["calls", "calls", "mails"]) await check(namespace)
    while ((await ratelimitsIn(2)) < 1 || (await ratelimitsIn(3)) < 3) await Bun.sleep(20)
    expect([await ratelimitsIn(1), await ratelimitsIn(2), await ratelimitsIn(3)]).toEqual([0, 1, 3])
  })

  test("answers for the current month up to now, and for an earlier one as a whole", async () => {
    clock.now = march + 5000
    const nothing = {
      totals: {
        api: { verifications: 0, ratelimits: 0 },
        compute: { cpuSeconds: 0, memoryGiBHours: 0, storageGiBHours: 0, egressGiB: 0 },
        gateway: { activeKeys: 0 },
      },
      breakdowns: { byEnvironment: [], byApp: [] },
    }
    for (const body of [undefined, {}, { period: { year: 2026, month: 3 } }]) {
      expect((await get(body)).body.data).toEqual({ period: { start: march, end: clock.now }, ...nothing })
    }
    const before = await get({ period: { year: 2026, month: 2 } })
    expect(before.body.data).toEqual({ period: { start: february, end: march }, ...nothing })
    clock.now = Date.parse("2027-01-15T00:00:00Z")
    const december = (await get({ period: { year: 2026, month: 12 } })).body.data.period
    expect(december).toEqual({ start: Date.parse("2026-12-01"), end: Date.parse("2027-01-01") })
  })

  test("refuses a month that has not begun, and what is no month", async () => {
    clock.now = march
    await expectViolations(keyward, "workspace.getUsage", [
      [{ period: { year: 2026, month: 4 } }, "body.period"],
      [{ period: { year: 1969, month: 13, day: 1 } }, "body.period.day", "body.period.month", "body.period.year"],
      [{ period: {} }, "body.period.month", "body.period.year"],
    ])
  })
})
