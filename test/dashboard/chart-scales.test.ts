import { expect, test } from "bun:test"
import { linesUpTo, placesBetween } from "../../dashboard/src/parts/usage/chart-scales.ts"

test("the lines of a chart are whole, round numbers from 0 that reach the largest", () => {
  expect(linesUpTo(0, 4)).toEqual([0, 1, 2, 3, 4])
  expect(linesUpTo(5, 4)).toEqual([0, 1, 2, 3, 4, 5])
  expect(linesUpTo(29, 4)).toEqual([0, 10, 20, 30])
  expect(linesUpTo(61, 2)).toEqual([0, 20, 40, 60, 80])
  expect(linesUpTo(1_400, 4)).toEqual([0, 500, 1_000, 1_500])
  for (const largest of [1, 3, 7, 999, 1_001, 123_456, 10 ** 15]) {
    for (const count of [2, 4]) {
      const lines = linesUpTo(largest, count)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(largest)
      expect(lines.at(-2)).toBeLessThan(Math.max(largest, count))
      expect(lines.every(Number.isInteger)).toBe(true)
      expect(lines.length).toBeLessThanOrEqual(2 * count + 1)
    }
  }
})

test("the places of bars fill the width, and the last has no gap behind it", () => {
  const { step, width, leftOf } = placesBetween(44, 1_044, { count: 24, gap: 0.18 })
  expect(leftOf(0)).toBe(44)
  expect(leftOf(23) + width).toBeCloseTo(1_044)
  expect(width / step).toBeCloseTo(0.82)
})
