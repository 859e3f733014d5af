import { expect, test } from "bun:test"
import fc from "fast-check"
import { rowsPerStep, scanInSteps } from "./scan.ts"

/** Rows are numbers from 0 on; a filter lets some of them through. */
function scanOf(count: number, passes: (row: number) => boolean) {
  const looked: number[] = []
  return {
    looked,
    async skip(after: number | undefined, rows: number) {
      const position = (after ?? -1) + rows
      return position < count ? position : undefined
    },
    async list({ after = -1, upTo = count - 1 }: { after?: number; upTo?: number }, limit: number) {
      looked.push(upTo - after)
      const all = Array.from({ length: upTo - after }, (_, index) => after + 1 + index)
      return all.filter(passes).slice(0, limit)
    },
  }
}

test("finds what one statement would find, wherever it lies, and looks at few rows at a time", async () => {
  const total = fc.integer({ min: 0, max: 3 * rowsPerStep + 5 })
  const matching = fc.array(fc.integer({ min: 0, max: 3 * rowsPerStep + 5 }), { maxLength: 8 })
  const page = fc.record({ limit: fc.integer({ min: 1, max: 5 }), after: fc.option(fc.nat(7_000), { nil: undefined }) })
  await fc.assert(
    fc.asyncProperty(total, matching, page, async (count, rows, { limit, after }) => {
      const wanted = new Set(rows)
      const scan = scanOf(count, (row) => wanted.has(row))
      const expected = [...wanted].filter((row) => row < count && row > (after ?? -1)).sort((a, b) => a - b)
      const start = after !== undefined && after >= count ? count - 1 : after
      const found = await scanInSteps<number, number>({
        limit,
        after: start,
        skip: scan.skip,
        list: (stretch, most) =>
          scan.list(
            {
              ...(stretch.after !== undefined && { after: stretch.after }),
              ...(stretch.upTo !== undefined && { upTo: stretch.upTo }),
            },
            most,
          ),
      })
      expect(found).toEqual(expected.slice(0, limit))
      expect(Math.max(0, ...scan.looked)).toBeLessThanOrEqual(rowsPerStep)
    }),
    { numRuns: 200 },
  )
})

test("stops as soon as the page is full", async () => {
  const scan = scanOf(10 * rowsPerStep, (row) => row < 3)
  const found = await scanInSteps<number, number>({
    limit: 3,
    after: undefined,
    skip: scan.skip,
    list: ({ upTo }, most) => scan.list(upTo === undefined ? {} : { upTo }, most),
  })
  expect(found).toEqual([0, 1, 2])
  expect(scan.looked).toHaveLength(1)
})
