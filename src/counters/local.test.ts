import { describe, expect, test } from "bun:test"
import { countersConformance } from "./conformance.ts"
import { type Check, CountersUnavailable, clockToleranceMs } from "./counters.ts"
import { createLocalCounters } from "./local.ts"

countersConformance("local", async () => createLocalCounters())

const start = 1767225600000
const check = (counter: string, settings: Partial<Check> = {}): Check => ({
  counter,
  limit: 10,
  durationMs: 1000,
  cost: 1,
  ...settings,
})
const look = (counter: string) => check(counter, { cost: 0 })
/** From here on nothing that was taken at `start` counts, whatever the clock does. */
const forgettable = start + 2000 + clockToleranceMs

describe("memory of local counters", () => {
  test("goes back to zero when nothing counts any more", async () => {
    const counters = createLocalCounters()
    for (let index = 0; index < 5000; index++) await counters.take([check(`user_${index}`)], start)
    expect(counters.size).toBe(5000)
    for (let second = 0; second < 10; second++) await counters.take([look("quiet")], forgettable + second * 1000)
    expect(counters.size).toBe(0)
  })

  test("keeps everything until then", async () => {
    const counters = createLocalCounters()
    for (let index = 0; index < 500; index++) await counters.take([check(`user_${index}`)], start)
    for (let call = 0; call < 1000; call++) await counters.take([look("quiet")], forgettable - 1)
    expect(counters.size).toBe(500)
    await counters.take([look("quiet")], forgettable + 1000)
    expect(counters.size).toBe(0)
  })

  test("follows the counters in use while every call names a new one", async () => {
    const counters = createLocalCounters()
    const perSecond = 500
    const counting = (2000 + clockToleranceMs) / 1000
    let most = 0
    for (let call = 0; call < 60 * perSecond; call++) {
      await counters.take([check(`user_${call}`)], start + Math.floor((call * 1000) / perSecond))
      most = Math.max(most, counters.size)
    }
    expect(most).toBeLessThanOrEqual(Math.ceil((counting + 1) * perSecond * (4 / 3)))
  })

  test("keeps counters of one name with other durations apart, also when the first of them is forgotten", async () => {
    const counters = createLocalCounters()
    const [second, day, week] = [1000, 86_400_000, 604_800_000].map((durationMs) => check("a", { durationMs }))
    if (second === undefined || day === undefined || week === undefined) throw new Error("There are three durations.")
    const remaining = async (one: Check, now: number) => (await counters.take([one], now)).outcomes[0]?.remaining
    for (const one of [second, day, day, week]) await counters.take([one], start)
    expect(counters.size).toBe(3)
    await counters.take([look("quiet")], forgettable)
    expect(counters.size).toBe(2)
    expect(await remaining(week, forgettable)).toBe(8)
    expect(await remaining(second, forgettable)).toBe(9)
    expect(await remaining(day, forgettable)).toBe(7)
    expect(await remaining(week, forgettable)).toBe(7)
    expect(counters.size).toBe(3)
  })

  test("is tidied in small steps, so that no call pays for all", async () => {
    const counters = createLocalCounters()
    for (let index = 0; index < 20_000; index++) await counters.take([check(`user_${index}`)], start)
    await counters.take([look("quiet")], forgettable + 3_600_000)
    expect(counters.size).toBeGreaterThanOrEqual(18_000)
    const forgottenBy = async (taken: Check, now: number) => {
      const before = counters.size
      await counters.take([taken], now)
      return before - counters.size
    }
    expect(await forgottenBy(look("quiet"), forgettable + 3_600_000)).toBe(0)
    expect(await forgottenBy(look("quiet"), forgettable + 3_600_002)).toBe(2)
    expect(await forgottenBy(check("new"), forgettable + 3_600_002)).toBe(4 - 1)
  })

  test("is not used by looks and denials", async () => {
    const counters = createLocalCounters()
    await counters.take([look("a"), check("b", { limit: 0 }), check("c", { cost: 11 })], start)
    await counters.take([check("d"), check("e", { cost: 11 })], start)
    await counters.take([look("a")], start)
    expect(counters.size).toBe(0)
  })

  test("goes when the counters are closed", async () => {
    const counters = createLocalCounters()
    await counters.take([check("a")], start)
    await counters.close()
    expect(counters.size).toBe(0)
  })
})

describe("local counters without room", () => {
  const full = async () => {
    const counters = createLocalCounters({ maximum: 2 })
    await counters.take([check("a"), check("b")], start)
    return counters
  }

  test("refuse one counter more, and take nothing of the call that asked for it", async () => {
    const counters = await full()
    const call = async () => counters.take([check("a"), check("c")], start)
    await expect(call()).rejects.toThrow(CountersUnavailable)
    expect(await counters.take([look("a"), look("c")], start)).toMatchObject({
      outcomes: [{ remaining: 9 }, { remaining: 10 }],
    })
    expect(counters.size).toBe(2)
  })

  test("still count with those they have, and deny what they would deny anyway", async () => {
    const counters = await full()
    expect(await counters.take([check("a", { cost: 9 })], start)).toMatchObject({ taken: true })
    expect(await counters.take([check("a"), check("c")], start)).toMatchObject({ taken: false })
    expect(await counters.take([check("c", { cost: 11 })], start)).toMatchObject({ taken: false })
  })

  test("have room again as soon as something no longer counts", async () => {
    const counters = await full()
    await counters.take([check("a")], start + 1000)
    const call = async (now: number) => counters.take([check("c")], now)
    await expect(call(forgettable - 1)).rejects.toThrow(CountersUnavailable)
    expect(await call(forgettable)).toMatchObject({ taken: true })
    expect(counters.size).toBe(2)
  })

  test("never keep more than their maximum, also where a call revives what was about to be forgotten", async () => {
    const counters = createLocalCounters({ maximum: 50 })
    for (let index = 0; index < 49; index++)
      await counters.take([check(`user_${index}`, { durationMs: 60_000 })], start)
    await counters.take([check("old")], start)
    await counters.take([look("quiet")], forgettable - 1)
    const call = async () => counters.take([check("new"), check("old")], forgettable)
    await expect(call()).rejects.toThrow(CountersUnavailable)
    expect(await counters.take([check("old")], forgettable)).toMatchObject({ taken: true })
    expect(counters.size).toBe(50)
  })
})
