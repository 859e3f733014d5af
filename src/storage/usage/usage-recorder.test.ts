import { describe, expect, jest, test } from "bun:test"
import type { Usage, UsageWrites } from "../port/usage.ts"
import { createUsageRecorder } from "./usage-recorder.ts"

/** Only what the recorder uses of a store, with a switch to make it fail. */
function recorderOver() {
  const added: Usage[] = []
  const failures: unknown[] = []
  const outage = { isOn: false }
  const usage = {
    async add(batch: Usage) {
      if (outage.isOn) throw new Error("down")
      added.push(batch)
    },
  }
  const store: { usage: Pick<UsageWrites, "add"> } = { usage }
  const recorder = createUsageRecorder(store, { onFailure: (error) => failures.push(error) })
  const tallies = () => added.flatMap(({ verifications }) => verifications)
  const total = () => tallies().reduce((sum, { count }) => sum + count, 0)
  const months = () => added.flatMap((batch) => batch.months)
  const lastUses = () => added.flatMap(({ keys }) => [...keys])
  return { recorder, added, outage, failures, tallies, total, months, lastUses, key: keyNamed("key_1") }
}

const at = Date.UTC(2026, 1, 28, 23, 59, 59)
const valid = { code: "VALID", tags: [], credits: 0, now: at, isCounted: false }

/** A record of a key, as the memory of verifications has it. */
function keyNamed(keyId: string) {
  return { keyId, facts: { workspaceId: "ws_1", apiId: "api_1", identityId: null } }
}

/** Moves the fake clock in small steps, and lets what became due run. */
async function pass(durationMs: number) {
  for (let passed = 0; passed < durationMs; passed += 10) {
    jest.advanceTimersByTime(10)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
}

describe("usage recorder", () => {
  test("stores many uses as one tally, and the time of the last one", async () => {
    const { recorder, tallies, months, lastUses, key } = recorderOver()
    for (let use = 0; use < 5; use += 1) recorder.verified(key, { ...valid, now: at + use })
    await recorder.close()
    expect(tallies()).toEqual([
      {
        workspaceId: "ws_1",
        apiId: "api_1",
        identityId: null,
        keyId: "key_1",
        hour: Date.UTC(2026, 1, 28, 23),
        minute: 59,
        code: "VALID",
        tags: "[]",
        count: 5,
        credits: 0,
      },
    ])
    expect(lastUses()).toEqual([["key_1", at + 4]])
    expect(months()).toEqual([{ workspaceId: "ws_1", month: "2026-02", count: 5 }])
  })

  test("keeps hours, months, outcomes and sets of tags apart", async () => {
    const { recorder, tallies, months, key } = recorderOver()
    recorder.verified(key, valid)
    recorder.verified(key, { ...valid, now: at + 1000 })
    recorder.verified(key, { ...valid, code: "DISABLED" })
    recorder.verified(key, { ...valid, tags: ["b/c", "a"] })
    recorder.verified(key, { ...valid, tags: ["a", "b/c", "a"] })
    await recorder.close()
    const described = tallies().map(({ code, tags, count }) => `${code} ${tags} ${count}`)
    expect(described.toSorted()).toEqual(["DISABLED [] 1", 'VALID ["a","b/c"] 2', "VALID [] 1", "VALID [] 1"])
    expect(months().map(({ month, count }) => [month, count])).toEqual([
      ["2026-02", 4],
      ["2026-03", 1],
    ])
  })

  test("a refused verification does not move the time of the last use", async () => {
    const { recorder, lastUses, key } = recorderOver()
    recorder.verified(key, { ...valid, code: "EXPIRED" })
    await recorder.close()
    expect(lastUses()).toEqual([])
  })

  test("leaves out of the month what the quota has counted", async () => {
    const { recorder, months, key } = recorderOver()
    recorder.verified(key, { ...valid, isCounted: true })
    expect(recorder.hasUnstored("ws_1")).toBe(false)
    await recorder.close()
    expect(months()).toEqual([])
  })

  test("loses nothing and stores nothing twice over an outage, and reports it", async () => {
    const { recorder, outage, failures, total, lastUses, key } = recorderOver()
    for (let number = 0; number < 2500; number += 1) recorder.verified(keyNamed(`key_${number}`), valid)
    outage.isOn = true
    await recorder.flush()
    recorder.verified(key, valid)
    expect(recorder.hasUnstored("ws_1")).toBe(true)
    outage.isOn = false
    await recorder.flush()
    await recorder.close()
    expect(failures).toHaveLength(1)
    expect(total()).toBe(2501)
    expect(lastUses().length).toBe(2501)
  })

  test("counts all uses of a key together, hour by hour", async () => {
    const { recorder, added, lastUses } = recorderOver()
    const later = at + 1000
    for (const now of [at - 1, later, at, later]) recorder.verified(keyNamed("key_1"), { ...valid, now })
    recorder.verified(keyNamed("key_2"), valid)
    await recorder.close()
    const counts = new Map<string, number>()
    for (const { verifications } of added) {
      const names = verifications.map(({ keyId, hour }) => `${keyId} ${new Date(hour).toISOString().slice(0, 13)}`)
      // A store cannot add twice to a tally in one statement.
      expect(new Set(names).size).toBe(names.length)
      names.forEach((name, index) => {
        counts.set(name, (counts.get(name) ?? 0) + (verifications[index]?.count ?? 0))
      })
    }
    expect(Object.fromEntries(counts)).toEqual({
      "key_1 2026-02-28T23": 2,
      "key_1 2026-03-01T00": 2,
      "key_2 2026-02-28T23": 1,
    })
    const uses = lastUses()
    expect(Math.max(...uses.filter(([id]) => id === "key_1").map(([, usedAt]) => usedAt))).toBe(later)
  })

  test("needs memory by keys and not by uses", async () => {
    const { recorder, added, total } = recorderOver()
    for (let use = 0; use < 250_001; use += 1) recorder.verified(keyNamed(`key_${use % 2}`), valid)
    await recorder.close()
    expect(added.filter(({ verifications }) => verifications.length > 0).length).toBe(1)
    expect(total()).toBe(250_001)
  })

  test("keeps 100 tag sets of a key in memory, and counts the verifications with others together", async () => {
    const { recorder, tallies, total, key } = recorderOver()
    for (let number = 0; number < 33_000; number += 1) {
      recorder.verified(key, { ...valid, tags: [`${number}`], code: number % 2 ? "VALID" : "EXPIRED" })
    }
    recorder.verified(key, { ...valid, tags: ["7"] })
    await recorder.close()
    const folded = tallies().filter(({ tags }) => tags === "folded")
    expect(tallies()).toHaveLength(102)
    expect(folded.map(({ code, count }) => [code, count]).toSorted()).toEqual([
      ["EXPIRED", 16_450],
      ["VALID", 16_450],
    ])
    expect(tallies().find(({ tags }) => tags === '["7"]')?.count).toBe(2)
    expect(total()).toBe(33_001)
  })

  test("holds a bounded amount of tag text for each workspace, and none of it in large batches", async () => {
    const { recorder, added, tallies, total } = recorderOver()
    const long = "x".repeat(10_000)
    const other = { ...keyNamed("key_other"), facts: { workspaceId: "ws_2", apiId: "api_2", identityId: null } }
    for (let number = 0; number < 2_000; number += 1) {
      recorder.verified(keyNamed(`key_${number % 100}`), { ...valid, tags: [`${number}`, long] })
    }
    recorder.verified(other, { ...valid, tags: ["own"] })
    await recorder.close()
    const text = tallies().reduce((sum, { tags }) => sum + tags.length, 0)
    expect(text).toBeGreaterThan(7_000_000)
    expect(text).toBeLessThan(8 * 1024 ** 2)
    expect(total()).toBe(2_001)
    expect(
      tallies()
        .filter(({ keyId }) => keyId === "key_other")
        .map(({ tags }) => tags),
    ).toEqual(['["own"]'])
    for (const { verifications } of added) {
      expect(verifications.length).toBeLessThanOrEqual(250)
      expect(verifications.reduce((sum, { tags }) => sum + tags.length, 0)).toBeLessThan(128 * 1024 + 10_100)
    }
  })

  test("splits the uses of one key over batches where it has many", async () => {
    const { recorder, added, lastUses } = recorderOver()
    for (let number = 0; number < 100; number += 1) {
      const now = at + 3_600_000 * (number % 5)
      for (const code of ["VALID", "EXPIRED"])
        recorder.verified(keyNamed("key_1"), { ...valid, code, now, tags: [`${number}`] })
      recorder.verified(keyNamed("key_2"), { ...valid, code: "EXPIRED", now })
    }
    for (let number = 0; number < 100; number += 1) {
      recorder.verified(keyNamed("key_3"), { ...valid, tags: [`${number}`] })
    }
    await recorder.close()
    const sizes = added.map(({ verifications }) => verifications.length).filter((size) => size > 0)
    expect(sizes.toSorted((one, other) => other - one)).toEqual([250, 50, 5])
    const uses = new Map(lastUses())
    expect(Object.fromEntries(uses)).toEqual({ key_1: at + 4 * 3_600_000, key_3: at })
  })

  test("counts a key while its uses are being stored", async () => {
    const { recorder, total, key } = recorderOver()
    recorder.verified(key, valid)
    const flushing = recorder.flush()
    recorder.verified(key, valid)
    await flushing
    recorder.verified(key, valid)
    await recorder.close()
    expect(total()).toBe(3)
  })

  test("stores 10,000 keys within 5 seconds, a few batches at a time", async () => {
    jest.useFakeTimers()
    const { recorder, added, total, key } = recorderOver()
    recorder.verified(key, valid)
    while (total() === 0) await pass(10)
    // The recorder has just begun a collection, so these keys wait for the whole interval.
    for (let number = 0; number < 10_000; number += 1) recorder.verified(keyNamed(`key_${number}`), valid)
    let most = 0
    for (let passed = 0; passed < 5_000; passed += 100) {
      const before = added.length
      await pass(100)
      most = Math.max(most, added.length - before)
    }
    jest.useRealTimers()
    expect(total()).toBe(10_001)
    expect(most).toBeLessThan(6)
    await recorder.close()
  })

  test.each(["tags", "identifiers"])("stores early when it has no room for more %s", async (what) => {
    jest.useFakeTimers()
    const { recorder, added, tallies } = recorderOver()
    const use = (name: string, keyId: string) =>
      what === "tags"
        ? recorder.verified(keyNamed(keyId), { ...valid, tags: [name] })
        : recorder.limitChecked({ workspaceId: "ws_1", namespaceId: keyId, identifier: name, passed: true, now: at })
    const names = () =>
      what === "tags"
        ? tallies().map(({ tags }) => tags)
        : added.flatMap(({ limits }) => limits.map(({ identifier }) => identifier))
    const long = "x".repeat(9_000)
    for (let number = 0; number < 1_000; number += 1) use(`${number}${long}`, `id_${number}`)
    use(`too late${long}`, "id_1")
    await pass(2_900)
    use(`in time${long}`, "id_1")
    jest.useRealTimers()
    await recorder.close()
    expect(names().filter((name) => name.includes("too late"))).toHaveLength(0)
    expect(names().filter((name) => name.includes("in time"))).toHaveLength(1)
  })

  test("spreads many batches over the interval, until a flush stores them", async () => {
    jest.useFakeTimers()
    const { recorder, added, tallies } = recorderOver()
    for (let number = 0; number < 3000; number += 1) recorder.verified(keyNamed(`key_${number}`), valid)
    await pass(3_500)
    expect(added.length).toBeGreaterThan(1)
    expect(added.length).toBeLessThan(12)
    jest.useRealTimers()
    await recorder.flush()
    expect(tallies()).toHaveLength(3000)
    await recorder.close()
  })

  test("stores the checks of a thousand rate limits in a few batches, because each costs a pause", async () => {
    const { recorder, added } = recorderOver()
    for (let number = 0; number < 1000; number += 1) {
      const check = { workspaceId: `ws_${number % 9}`, namespaceId: `rlns_${number}`, identifier: "user_1", now: at }
      for (const passed of [true, false]) recorder.limitChecked({ ...check, passed })
    }
    await recorder.close()
    const tallies = added.flatMap(({ limits }) => limits)
    expect(tallies.filter(({ outcome, count }) => outcome === "PASSED" && count === 1)).toHaveLength(1000)
    expect(new Set(tallies.map(({ namespaceId, outcome }) => `${namespaceId} ${outcome}`)).size).toBe(2000)
    expect(added.map(({ limits }) => limits.length)).toEqual(new Array(8).fill(250))
  })

  test("stores everything once, however many ask for it at the same moment", async () => {
    const { recorder, tallies, months, key } = recorderOver()
    for (let use = 0; use < 5; use += 1) recorder.verified(key, { ...valid, code: "DISABLED" })
    await Promise.all([1, 2, 3, 4].map(() => recorder.flush()))
    expect(recorder.hasUnstored("ws_1")).toBe(false)
    expect(tallies().map(({ count }) => count)).toEqual([5])
    expect(months().map(({ count }) => count)).toEqual([5])
  })

  test("stores what was left from an outage and what came after it when it closes", async () => {
    const { recorder, outage, months, key } = recorderOver()
    recorder.verified(key, valid)
    outage.isOn = true
    await recorder.flush()
    recorder.verified(key, valid)
    outage.isOn = false
    await recorder.close()
    expect(months().map(({ count }) => count)).toEqual([1, 1])
  })
})
