import { expect, test } from "bun:test"
import fc from "fast-check"
import { type DatabaseRequest, decode, encode } from "./protocol.ts"

test("a request comes out of its message as it went in, whatever texts and numbers it holds", () => {
  const parameter = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger(),
    fc.constant(null),
    fc.constant("\ud800"),
  )
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(parameter), (sql, parameters) => {
      const request: DatabaseRequest = { steps: [{ type: "query", sql, parameters }] }
      expect(decode(encode(request))).toEqual(request)
    }),
    { numRuns: 500 },
  )
})
