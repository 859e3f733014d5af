import { expect, test } from "bun:test"
import fc from "fast-check"
import { slug } from "./primitives.ts"
import { isSlug } from "./slug.ts"

test("a form accepts the slugs that the API accepts, and no others", () => {
  const characters = fc.constantFrom(..."andorANDOR09._-:*/ ,'ä")
  const texts = fc.oneof(fc.string({ unit: characters, maxLength: 4 }), fc.string({ unit: "grapheme", maxLength: 140 }))
  const examples = ["", "and", "Or", "documents.read", "a b", "a".repeat(128), "a".repeat(129)]
  fc.assert(
    fc.property(texts, (text) => {
      expect(isSlug(text)).toBe(slug.safeParse(text).success)
    }),
    { examples: examples.map((text): [string] => [text]), numRuns: 2000 },
  )
})
