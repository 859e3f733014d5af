import { expect, test } from "bun:test"
import fc from "fast-check"
import { inChunks, padded } from "./rows.ts"

test("pads a list to one of few lengths, without adding a value", () => {
  expect(padded([])).toEqual([])
  expect(padded(["a"])).toEqual(["a"])
  expect(padded(["a", "b", "c"])).toEqual(["a", "b", "c", "c"])
  const lengths = new Set(Array.from({ length: 100 }, (_, index) => padded(new Array(index + 1).fill("a")).length))
  expect([...lengths]).toEqual([1, 2, 4, 8, 16, 32, 64, 128])
})

test("keeps every value and its place", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (values) => {
      const result = padded(values)
      expect(result.slice(0, values.length)).toEqual(values)
      expect(new Set(result)).toEqual(new Set(values))
    }),
  )
})

test("cuts a list into chunks that make up the whole", () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (items, size) => {
      const chunks = inChunks(items, size)
      expect(chunks.flat()).toEqual(items)
      expect(chunks.filter(({ length }) => length === 0 || length > size)).toEqual([])
    }),
  )
})
