import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { formatRange, margins, parseRange, presets, type Range, rangeBetween } from "../../dashboard/src/range.ts"
import { rangeSearch } from "../../dashboard/src/search.ts"

const at = Date.UTC(2026, 10, 14, 14, 5)

describe("the time range in the address", () => {
  test("is short to read", () => {
    const texts = {
      "7d": { type: "last", preset: "7d" },
      "2026-11": { type: "month", start: Date.UTC(2026, 10) },
      "20261114T1405Z_15m": { type: "around", at, minutes: 15 },
      "20261114T1405Z..20261114T140530Z": { type: "between", from: at, until: at + 30_000 },
      "20261114T1405Z..": { type: "between", from: at },
      "..20261114T140500.007Z": { type: "between", until: at + 7 },
    } satisfies Readonly<Record<string, Range>>
    for (const [text, range] of Object.entries(texts)) {
      expect(parseRange(text)).toEqual(range)
      expect(formatRange(range)).toBe(text)
      // Nothing of it is escaped.
      expect(new URLSearchParams({ range: text }).toString()).toBe(`range=${text}`)
    }
  })

  const time = fc.integer({ min: 0, max: Date.UTC(2099, 11, 31) })
  const ranges: fc.Arbitrary<Range> = fc.oneof(
    fc.constantFrom(...presets).map((preset): Range => ({ type: "last", preset })),
    fc.record({ at: time, minutes: fc.constantFrom(...margins) }).map((one): Range => ({ type: "around", ...one })),
    fc
      .record({ year: fc.integer({ min: 1970, max: 2099 }), month: fc.integer({ min: 0, max: 11 }) })
      .map(({ year, month }): Range => ({ type: "month", start: Date.UTC(year, month) })),
    fc
      .tuple(fc.option(time, { nil: undefined }), fc.option(time, { nil: undefined }))
      .map(([from, until]) => rangeBetween(from, until))
      .filter((range) => range !== undefined),
  )

  test("comes back from its text as it was", () => {
    fc.assert(fc.property(ranges, (range) => expect(parseRange(formatRange(range))).toEqual(range)))
  })

  test("is left out if its text is none", () => {
    const wrong = [
      ...["", "1", "25h", "soon", "..", "2026-13", "2026-00", "1969-01", "2100-01", "9999-12"],
      ...["20260230T0000Z..", "20261114T2400Z..", "20261114T1460Z..", "20261114..20261115"],
      ...["20261115T0000Z..20261114T0000Z", "20261114T0000Z..20261114T0000Z", "20261114T1405Z..soon"],
      ...["20261114T1405Z_7m", "20261114T1405Z_", "soon_15m", "20261114T1405Z_15m_15m"],
    ]
    for (const range of wrong) expect(rangeSearch({ range })).toEqual({})
    for (const range of [7, null, true, ["7d"], { range: "7d" }]) expect(rangeSearch({ range })).toEqual({})
  })
})
