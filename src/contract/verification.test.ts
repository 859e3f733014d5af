import { expect, test } from "bun:test"
import fc from "fast-check"
import { acceptPlainVerification, verificationInput } from "./verification.ts"

const keys = fc.oneof(
  fc.string({ minLength: 0, maxLength: 600, unit: "binary" }),
  fc.constantFrom("", "a", "\u0000", "\ud800", "x".repeat(512), "x".repeat(513)),
  fc.anything(),
)
const bodies = fc.oneof(
  keys.map((key) => ({ key })),
  fc.record({ key: keys, permissions: fc.constantFrom("a", 1), unknown: fc.anything() }, { requiredKeys: [] }),
  fc.anything(),
  fc.constant(JSON.parse('{"key":"a","__proto__":{"permissions":"b"}}')),
)

test("what is accepted by hand is what the schema accepts, with the same outcome", () => {
  let accepted = 0
  fc.assert(
    fc.property(bodies, (body) => {
      const quick = acceptPlainVerification(body)
      if (quick === undefined) return
      accepted += 1
      expect(verificationInput.parse(body)).toEqual(quick)
    }),
    { numRuns: 2000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test("a key and nothing else is accepted by hand", () => {
  expect(acceptPlainVerification({ key: "acme_live_1" })).toEqual({ key: "acme_live_1" })
})
