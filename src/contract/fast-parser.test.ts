import { expect, test } from "bun:test"
import fc from "fast-check"
import type { z } from "zod"
import { fastParseLimit, limitRequest } from "./ratelimit.ts"
import { fastParseVerification, verificationInput } from "./verification.ts"

const texts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  fc.string({ maxLength: 1100, unit: "binary" }),
  fc.constantFrom("", "\u0000", "\ud800", "x".repeat(512), "x".repeat(513), "x".repeat(1000), "x".repeat(1001)),
  fc.anything(),
)
const numbers = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5000 }) },
  fc.constantFrom(0, -0, -1, 0.5, 999, 1000, 1e9, 1e9 + 1, 31_536_000_000, 31_536_000_001, Number.NaN, "1", null),
  fc.anything(),
)
const strangers = [
  fc.anything(),
  fc.constantFrom(...["__proto__", "constructor", "toString"].map((name) => JSON.parse(`{"key":"a","${name}":"b"}`))),
]

/** Whatever is accepted by hand, the schema accepts with the same outcome. */
function expectAgreement(accept: (body: unknown) => unknown, schema: z.ZodType, bodies: fc.Arbitrary<unknown>): void {
  let accepted = 0
  fc.assert(
    fc.property(bodies, (body) => {
      const plain = accept(body)
      if (plain === undefined) return
      accepted += 1
      expect(schema.parse(body)).toEqual(plain)
    }),
    { numRuns: 3000 },
  )
  expect(accepted).toBeGreaterThan(100)
}

test("a verification that is accepted by hand is one that the schema accepts, with the same outcome", () => {
  const members = { key: texts, permissions: texts, unknown: fc.anything() }
  const bodies = fc.oneof(
    texts.map((key) => ({ key })),
    fc.record(members, { requiredKeys: [] }),
    ...strangers,
  )
  expectAgreement(fastParseVerification, verificationInput, bodies)
})

test("a limit that is accepted by hand is one that the schema accepts, with the same outcome", () => {
  const needed = { namespace: texts, identifier: texts, limit: numbers, duration: numbers }
  const bodies = fc.oneof(
    { weight: 3, arbitrary: fc.record({ ...needed, cost: numbers }, { requiredKeys: ["namespace", "identifier"] }) },
    { weight: 3, arbitrary: fc.record({ ...needed, duration: fc.integer({ min: 1000, max: 90_000 }) }) },
    ...strangers,
  )
  expectAgreement(fastParseLimit, limitRequest, bodies)
})

test("the commonest requests are accepted by hand", () => {
  for (const body of [{ key: "acme_live_1" }, { key: "acme_live_1", permissions: "a AND b" }]) {
    expect(fastParseVerification(body)).toEqual(body)
  }
  const limit = { namespace: "email", identifier: "user", limit: 10, duration: 60_000 }
  expect(fastParseLimit(limit)).toEqual({ ...limit, cost: 1 })
  expect(fastParseLimit({ ...limit, cost: 0 })).toEqual({ ...limit, cost: 0 })
})
