import { expect, test } from "bun:test"
import fc from "fast-check"
import { z } from "zod"
import { plainText } from "./fast-parser.ts"
import { slug, text } from "./primitives.ts"

test("lengths count Unicode code points", () => {
  const characters = fc.string({
    unit: fc.constantFrom("a", "é", "\ud7ff", "\uffff", "🔑", "\u{10ffff}"),
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.nat(6), fc.nat(6), characters, (minimum, more, value) => {
      const length = [...value].length
      const bounds = { minimum, maximum: minimum + more }
      const fits = minimum <= length && length <= bounds.maximum
      expect(text(minimum, bounds.maximum).safeParse(value).success).toBe(fits)
      // The fast parser may leave a text to the schema, but must never accept one that the schema rejects.
      if (plainText(bounds)(value)) expect(fits).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test("the fast check accepts every text that fits in UTF-16 units", () => {
  expect(plainText({ minimum: 1, maximum: 4 })("🔑🔑")).toBe(true)
  expect(plainText({ minimum: 1, maximum: 4 })("🔑🔑🔑")).toBe(false)
  expect(plainText({ minimum: 1, maximum: 4 })("")).toBe(false)
  expect(plainText({ minimum: 2, maximum: 4 })("🔑")).toBe(false)
})

test("reports everything that is wrong with a text, each thing once", () => {
  const violations = (value: unknown) => slug.safeParse(value).error?.issues.map(({ code }) => code)
  expect(violations("é".repeat(129))).toEqual(["too_big", "invalid_format"])
  expect(violations("")).toEqual(["too_small"])
  expect(violations(5)).toEqual(["invalid_type"])
  expect(violations("and")).toEqual(["custom"])
})

test("tells its bounds in the JSON schema", () => {
  const described = z.strictObject({ name: text(3, 255).describe("A name.").optional() })
  expect(z.toJSONSchema(described).properties).toEqual({
    name: { type: "string", description: "A name.", minLength: 3, maxLength: 255 },
  })
})
