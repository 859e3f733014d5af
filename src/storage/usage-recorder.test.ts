import { describe, expect, test } from "bun:test"
import type { Store, Usage } from "./store.ts"
import { createUsageRecorder, monthOf } from "./usage-recorder.ts"

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
    verificationsIn: async () => 0,
    admitVerification: async () => true,
  }
  const store: Pick<Store, "usage"> = { usage }
  const recorder = createUsageRecorder(store, (error) => failures.push(error))
  return { recorder, added, outage, failures }
}

const at = Date.UTC(2026, 1, 28, 23, 59, 59)
const valid = { workspaceId: "ws_1", keyId: "key_1", code: "VALID", tags: [], now: at, isCounted: false }

describe("usage recorder", () => {
  test("stores many uses as one tally, and the time of the last one", async () => {
    const { recorder, added } = recorderOver()
    for (let use = 0; use < 5; use += 1) recorder.verified({ ...valid, now: at + use })
    await recorder.close()
    expect(added.flatMap(({ verifications }) => verifications)).toEqual([
      { keyId: "key_1", hour: Date.UTC(2026, 1, 28, 23), code: "VALID", tags: "[]", count: 5 },
    ])
    expect(added.flatMap(({ keys }) => [...keys])).toEqual([["key_1", at + 4]])
    expect(added.flatMap(({ months }) => months)).toEqual([{ workspaceId: "ws_1", month: "2026-02", count: 5 }])
  })

  test("keeps hours, months, outcomes and sets of tags apart", async () => {
    const { recorder, added } = recorderOver()
    recorder.verified(valid)
    recorder.verified({ ...valid, now: at + 1000 })
    recorder.verified({ ...valid, code: "DISABLED" })
    recorder.verified({ ...valid, tags: ["b/c", "a"] })
    recorder.verified({ ...valid, tags: ["a", "b/c", "a"] })
    await recorder.close()
    const tallies = added.flatMap(({ verifications }) => verifications)
    expect(tallies.map(({ code, tags, count }) => [code, tags, count])).toEqual([
      ["VALID", "[]", 1],
      ["VALID", "[]", 1],
      ["DISABLED", "[]", 1],
      ["VALID", '["a","b/c"]', 2],
    ])
    expect(added.flatMap(({ months }) => months).map(({ month, count }) => [month, count])).toEqual([
      ["2026-02", 4],
      ["2026-03", 1],
    ])
  })

  test("a refused verification does not move the time of the last use", async () => {
    const { recorder, added } = recorderOver()
    recorder.verified({ ...valid, code: "EXPIRED" })
    await recorder.close()
    expect(added.flatMap(({ keys }) => [...keys])).toEqual([])
  })

  test("leaves out of the month what the quota has counted", async () => {
    const { recorder, added } = recorderOver()
    recorder.verified({ ...valid, isCounted: true })
    expect(recorder.hasUnstored("ws_1")).toBe(false)
    await recorder.close()
    expect(added.flatMap(({ months }) => months)).toEqual([])
  })

  test("loses nothing and stores nothing twice over an outage, and says that there is one", async () => {
    const { recorder, added, outage, failures } = recorderOver()
    for (let key = 0; key < 2500; key += 1) recorder.verified({ ...valid, keyId: `key_${key}` })
    outage.isOn = true
    await recorder.flush()
    recorder.verified(valid)
    expect(recorder.hasUnstored("ws_1")).toBe(true)
    outage.isOn = false
    await recorder.flush()
    await recorder.close()
    expect(failures).toHaveLength(1)
    const counts = added.flatMap(({ verifications }) => verifications).map(({ count }) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2501)
    expect(added.flatMap(({ keys }) => [...keys]).length).toBe(2501)
  })

  test("spreads many batches over the interval, until somebody wants them stored", async () => {
    const { recorder, added } = recorderOver()
    for (let key = 0; key < 3000; key += 1) recorder.verified({ ...valid, keyId: `key_${key}` })
    await Bun.sleep(650)
    const spread = added.length
    expect(spread).toBeGreaterThan(0)
    expect(spread).toBeLessThan(12)
    await recorder.flush()
    expect(added.flatMap(({ verifications }) => verifications)).toHaveLength(3000)
    await recorder.close()
  })

  test("stores everything once, however many ask for it at the same moment", async () => {
    const { recorder, added } = recorderOver()
    for (let use = 0; use < 5; use += 1) recorder.verified({ ...valid, code: "DISABLED" })
    await Promise.all([1, 2, 3, 4].map(() => recorder.flush()))
    expect(recorder.hasUnstored("ws_1")).toBe(false)
    expect(added.flatMap(({ verifications }) => verifications).map(({ count }) => count)).toEqual([5])
    expect(added.flatMap(({ months }) => months).map(({ count }) => count)).toEqual([5])
  })

  test("stores what was left from an outage and what came after it when it closes", async () => {
    const { recorder, added, outage } = recorderOver()
    recorder.verified(valid)
    outage.isOn = true
    await recorder.flush()
    recorder.verified(valid)
    outage.isOn = false
    await recorder.close()
    expect(added.flatMap(({ months }) => months).map(({ count }) => count)).toEqual([1, 1])
  })
})

test("a month is that of UTC", () => {
  expect(monthOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe("2026-12")
  expect(monthOf(Date.UTC(2027, 0, 1))).toBe("2027-01")
})
