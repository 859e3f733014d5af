import { expect, test } from "bun:test"
import { formatMoment } from "../../dashboard/src/ui/format.ts"

test("a moment of another day says which day it was", () => {
  const now = new Date(2026, 10, 16, 17, 0).getTime()
  expect(formatMoment(new Date(2026, 10, 16, 0, 4, 12, 480).getTime(), now)).toBe("00:04:12.480")
  expect(formatMoment(new Date(2026, 10, 15, 23, 59, 59, 999).getTime(), now)).toBe("Nov 15 23:59")
})
