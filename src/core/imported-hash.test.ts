import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { separateTaken, storedHash } from "./imported-hash.ts"

const base64Of = (text: string) => createHash("sha256").update(text).digest("base64")
const hexOf = (text: string) => createHash("sha256").update(text).digest("hex")

test("reads hex of either case and base64 as the same hash", () => {
  for (const text of ["", "a", "sk_live_1234", "ü".repeat(100)]) {
    expect(storedHash(base64Of(text))).toBe(base64Of(text))
    expect(storedHash(hexOf(text))).toBe(base64Of(text))
    expect(storedHash(hexOf(text).toUpperCase())).toBe(base64Of(text))
  }
})

test("keeps the first of each unused hash, in any notation", () => {
  const keys = [base64Of("a"), hexOf("b"), hexOf("a"), hexOf("c"), hexOf("b").toUpperCase(), base64Of("c")]
  const { fresh, failed } = separateTaken(
    keys.map((hash) => ({ hash })),
    new Set([base64Of("c")]),
  )
  expect(fresh.map(({ hash }) => hash)).toEqual([base64Of("a"), hexOf("b")])
  expect(failed.map(({ hash }) => hash)).toEqual([hexOf("a"), hexOf("c"), hexOf("b").toUpperCase(), base64Of("c")])
})
