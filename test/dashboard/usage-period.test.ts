import { expect, test } from "bun:test"
import { ranges, usagePeriod } from "../../dashboard/src/search.ts"

const now = Date.UTC(2026, 2, 1, 12, 34, 56)

test("a sum covers exactly the time of its chart: only of whole hours it is one total", () => {
  for (const range of ranges) {
    const { from, sumInterval, lengthMs } = usagePeriod(range, now)
    expect(from).toBeGreaterThan(now - lengthMs)
    if (sumInterval === "total") expect(from % 3_600_000).toBe(0)
  }
  expect(usagePeriod("1h", now).sumInterval).toBe("minute")
})
