import { expect, test } from "bun:test"
import { z } from "zod"
import { slug, text } from "./primitives.ts"

test("lengths count UTF-16 code units", () => {
  const key = "🔑"
  expect(key).toHaveLength(2)
  expect(text(3, 4).safeParse(key.repeat(2)).success).toBe(true)
  expect(text(3, 4).safeParse(key).success).toBe(false)
  expect(text(3, 4).safeParse(key.repeat(3)).success).toBe(false)
  expect(text(0, 4).safeParse("").success).toBe(true)
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
