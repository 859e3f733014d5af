import { expect, test } from "bun:test"
import fc from "fast-check"
import { compareBytes } from "./byte-order.ts"

test("puts a character of two UTF-16 units after every character of one", () => {
  expect(["\u{10000}", "\uffff", "\ue000", "\ud7ff", "ab", "a", "B", ""].sort(compareBytes)).toEqual([
    "",
    "B",
    "a",
    "ab",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\u{10000}",
  ])
})

test("agrees with a comparison of the encoded bytes for any two texts", () => {
  const text = fc.string({ unit: "binary" })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(Math.sign(compareBytes(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)))
    }),
  )
})
