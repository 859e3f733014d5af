import { describe, expect, test } from "bun:test"
import { CountersUnavailable } from "../../counters/counters.ts"
import { createLocalCounters } from "../../counters/local.ts"
import { prometheusText } from "../observe/exposition.ts"
import { createLimiter } from "./limiter.ts"
import type { WithHeaders } from "./response-headers.ts"

const now = 1767225600000
const check = { counter: "a", limit: 3, durationMs: 60_000, cost: 1 }
const resetAt = now + 60_000

/** Real counters with no capacity, so that every take fails. */
const without = () => createLocalCounters({ maximum: 0 })

describe("counters that cannot be reached", () => {
  test("are thrown on where the policy is closed", async () => {
    const answered: WithHeaders = { headers: {} }
    const counters = createLimiter(without(), "closed").countersFor(answered)
    await expect(counters.take([check], now)).rejects.toThrow(CountersUnavailable)
    expect(answered.headers).toEqual({})
  })

  test("are skipped where it is open, as if nothing had been taken, which the answer says and the metrics count", async () => {
    const answered: WithHeaders = { headers: {} }
    const limiter = createLimiter(without(), "open")
    const counters = limiter.countersFor(answered)
    const passed = { taken: true, outcomes: [{ allowed: true, remaining: 2, resetAt }] }
    expect(await counters.take([check], now)).toEqual(passed)
    expect(await counters.take([check], now)).toEqual(passed)
    expect(answered).toEqual({ headers: { "Keyward-Limits": "skipped" } })
    expect(prometheusText.write(limiter.families())).toContain("\nkeyward_limiter_skipped_total 2\n")
  })

  test("are not given back what was skipped, although they are reached again by then", async () => {
    // The capacity is one counter, so the second is skipped and takes no tokens.
    const real = createLocalCounters({ maximum: 1 })
    const counters = createLimiter(real, "open").countersFor({ headers: {} })
    const hourly = { ...check, counter: "b", durationMs: 3_600_000 }
    await counters.take([check], now)
    const skipped = await counters.take([hourly], now)
    const afterFirst = now + 10 * check.durationMs
    await real.take([hourly], afterFirst)
    await counters.refund([hourly], skipped)
    expect(await real.take([{ ...hourly, cost: 0 }], afterFirst)).toMatchObject({ outcomes: [{ remaining: 2 }] })
  })
})

test("where the counters are reached, the policy open changes nothing", async () => {
  const answered: WithHeaders = { headers: {} }
  const limiter = createLimiter(createLocalCounters(), "open")
  const counters = limiter.countersFor(answered)
  const taking = await counters.take([{ ...check, cost: 3 }], now)
  expect(await counters.take([check], now)).toMatchObject({ taken: false })
  await counters.refund([{ ...check, cost: 3 }], taking)
  expect(await counters.take([check], now)).toMatchObject({ taken: true })
  expect(answered.headers).toEqual({})
  expect(limiter.state()).toBe("up")
  expect(prometheusText.write(limiter.families())).toContain("\nkeyward_limiter_up 1\n")
})
