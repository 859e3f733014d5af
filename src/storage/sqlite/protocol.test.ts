import { expect, test } from "bun:test"
import fc from "fast-check"
import { type Question, readMessage, writeMessage } from "./protocol.ts"

test("a question comes out of its message as it went in, whatever texts and numbers it holds", () => {
  const parameter = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger(),
    fc.constant(null),
    fc.constant("\ud800"),
  )
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(parameter), (sql, parameters) => {
      const question: Question = { type: "query", sql, parameters, givesRows: true }
      expect(readMessage(writeMessage(question))).toEqual(question)
    }),
    { numRuns: 500 },
  )
})
