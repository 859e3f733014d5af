import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { stackHeights } from "../../dashboard/src/parts/usage/stack-heights.ts"

const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(100_000)), { minLength: 1, maxLength: 8 })
const bar = fc.double({ min: 0.001, max: 400, noNaN: true })
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe("the parts of a stacked bar", () => {
  test("are together exactly as high as the bar, and none is negative", () => {
    fc.assert(
      fc.property(counts, bar, (values, px) => {
        const heights = stackHeights(values, px)
        expect(sumOf(heights)).toBeCloseTo(sumOf(values) === 0 ? 0 : px, 6)
        expect(heights.every((height) => height >= 0)).toBe(true)
      }),
    )
  })

  test("can all be seen where the bar has room, and a larger count is never lower", () => {
    fc.assert(
      fc.property(counts, bar, (values, px) => {
        const heights = stackHeights(values, px)
        const used = values.filter((value) => value > 0).length
        values.forEach((value, index) => {
          if (value === 0) expect(heights[index]).toBe(0)
          else if (px >= 2 * used) expect(heights[index]).toBeGreaterThan(1.999)
          values.forEach((other, place) => {
            if (other > value) expect(heights[place] ?? 0).toBeGreaterThan((heights[index] ?? 0) - 1e-9)
          })
        })
      }),
    )
  })

  test("are in proportion where each can be seen", () => {
    expect(stackHeights([30, 10], 100)).toEqual([75, 25])
    expect(stackHeights([30, 10], 1)).toEqual([0.75, 0.25])
  })

  test("do not make few refusals look like many", () => {
    expect(stackHeights([100_000, 20, 0, 9], 200)).toEqual([196, 2, 0, 2])
  })
})
