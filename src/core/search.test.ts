import { expect, test } from "bun:test"
import fc from "fast-check"
import { likePattern } from "./search.ts"

test("escapes what LIKE would interpret, and wraps the rest", () => {
  expect(likePattern("a")).toBe("%a%")
  expect(likePattern("50%_off\\")).toBe("%50\\%\\_off\\\\%")
  expect(likePattern("")).toBe("%%")
})

test("lower-cases ASCII letters and nothing else", () => {
  expect(likePattern("ABCXYZ ÄÉ İ\u212a @[`{")).toBe("%abcxyz ÄÉ İ\u212a @[`{%")
})

test("comes back as the lower-cased search once the escapes are read", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (search) => {
      const inner = likePattern(search).slice(1, -1)
      expect(inner).toMatch(/^(?:[^\\%_]|\\[\\%_])*$/)
      const read = inner.replace(/\\([\\%_])/g, "$1")
      expect(read).toBe(Array.from(search, (unit) => (unit >= "A" && unit <= "Z" ? unit.toLowerCase() : unit)).join(""))
    }),
  )
})
