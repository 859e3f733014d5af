import { expect, test } from "bun:test"
import fc from "fast-check"
import { exceedsDepth } from "./json-depth.ts"

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test("draws the line exactly at the depth of any value, in compact and in spaced text", () => {
  const value = fc.jsonValue({ maxDepth: 6, stringUnit: fc.constantFrom(...'[]{}"\\a/u') })
  fc.assert(
    fc.property(value, (json) => {
      const depth = depthOf(json)
      for (const text of [JSON.stringify(json), JSON.stringify(json, null, 2)]) {
        expect(exceedsDepth(text, depth)).toBe(false)
        expect(exceedsDepth(text, depth - 1)).toBe(depth > 0)
      }
    }),
    { numRuns: 1000 },
  )
})

test("counts nesting and not the number of brackets", () => {
  expect(exceedsDepth("[[],[],{},[[]]]", 3)).toBe(false)
  expect(exceedsDepth("[[],[],{},[[]]]", 2)).toBe(true)
})

test("ignores brackets in strings, after escaped quotes and escaped backslashes too", () => {
  expect(exceedsDepth(String.raw`["[[[", "\"[[[", "{\\"]`, 1)).toBe(false)
  expect(exceedsDepth(String.raw`["\\", [[]]]`, 2)).toBe(true)
})

test("reads a megabyte of opening brackets without running out of stack, and ends on broken text", () => {
  expect(exceedsDepth("[".repeat(1_048_576), 100)).toBe(true)
  for (const text of ["", '"', '"\\', '["[[[[', "]]]]"]) expect(exceedsDepth(text, 1)).toBe(false)
})
