import { expect, test } from "bun:test"
import fc from "fast-check"
import { compareBytes } from "./byte-order.ts"

test("orders any two texts as their UTF-8 bytes are ordered", () => {
  const wellFormed = fc.string({ unit: "binary" })
  fc.assert(
    fc.property(wellFormed, wellFormed, (one, other) => {
      expect(Math.sign(compareBytes(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)))
    }),
  )
})

test("puts a character beyond U+FFFF behind the last ones before it", () => {
  expect(["\u{1f600}", "\uffee", "a"].sort(compareBytes)).toEqual(["a", "\uffee", "\u{1f600}"])
})
