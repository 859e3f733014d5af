import { expect, test } from "bun:test"
import fc from "fast-check"
import { z } from "zod"
import { int } from "./primitives.ts"
import { readUsedRow } from "./used-row.ts"
import { verificationInput } from "./verification.ts"

const { tags, ip, permissions } = verificationInput.shape
const schema = z.object({
  ticket: z.string().max(1_000).optional(),
  code: z.enum(["VALID", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "NOT_FOUND"]),
  tags,
  ip,
  missing: permissions,
  count: int(1, 1_000_000_000),
  last: int(0, Number.MAX_SAFE_INTEGER),
})

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  fc.string({ maxLength: 1_100, unit: "binary" }),
  fc.constantFrom("", "\u0000", "\ud800", "x".repeat(512), "x".repeat(513), "😀".repeat(512), "😀".repeat(513)),
  fc.constantFrom("x".repeat(1_000), "x".repeat(1_001), "😀".repeat(1_000), "😀".repeat(1_001)),
)
const addresses = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(fc.ipV4(), fc.ipV6()) },
  fc.constantFrom("", "1.2.3", "::ffff:192.0.2.1", "1".repeat(65)),
)
const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 1_000_000_000 }) },
  fc.constantFrom(0, -0, -1, 0.5, 1e9 + 1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, Number.NaN),
)
const tagLists = fc.oneof(
  fc.array(texts, { maxLength: 3 }),
  fc.array(fc.constant("a"), { minLength: 18, maxLength: 22 }),
)
const orAnything = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 12, arbitrary: arbitrary as fc.Arbitrary<unknown> }, fc.constant(null), fc.anything())
const rows = fc.record(
  {
    ticket: orAnything(texts),
    code: orAnything(fc.constantFrom("VALID", "DISABLED", "EXPIRED", "NOT_FOUND", "RATE_LIMITED")),
    tags: orAnything(tagLists),
    ip: orAnything(addresses),
    missing: orAnything(texts),
    count: orAnything(numbers),
    last: orAnything(numbers),
    unknown: fc.anything(),
  },
  { requiredKeys: ["code", "count", "last"] },
)

test("a row is accepted if the schema of its members accepts it, with the same outcome", () => {
  let accepted = 0
  let refused = 0
  const agrees = (row: unknown) => {
    const { success, data } = schema.safeParse(row)
    if (success) accepted += 1
    else refused += 1
    expect<unknown>(readUsedRow(row)).toEqual(data)
  }
  fc.assert(fc.property(fc.oneof({ weight: 50, arbitrary: rows }, fc.anything()), agrees), { numRuns: 5_000 })
  expect(Math.min(accepted, refused)).toBeGreaterThan(500)
})
