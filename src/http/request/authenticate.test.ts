import { expect, test } from "bun:test"
import fc from "fast-check"
import { bearerToken } from "./authenticate.ts"

/** The rule as the contract states it. */
function expected(header: string): string | undefined {
  return /^bearer +(\S{1,512})$/i.exec(header)?.[1]
}

function tokenOf(header: string): string | undefined {
  try {
    return bearerToken(header)
  } catch {
    return undefined
  }
}

test("the token of a header is what the rule says, however it is written", () => {
  const scheme = fc.constantFrom("Bearer ", "bearer ", "BEARER  ", "Bearer", " Bearer ", "Basic ", "Bearer  ")
  const token = fc.string({
    unit: fc.constantFrom("a", "Z", "_", " ", "\t", "\u00a0", "\u00e9", "~", "\u007f"),
    maxLength: 20,
  })
  fc.assert(
    fc.property(scheme, token, (start, text) => expect(tokenOf(start + text)).toBe(expected(start + text))),
    {
      numRuns: 2_000,
    },
  )
})

test.each([1, 504, 505, 506, 511, 512, 513])("a token of %d characters counts as the rule says", (length) => {
  const header = `Bearer ${"x".repeat(length)}`
  expect(tokenOf(header)).toBe(expected(header))
  expect(tokenOf(header) === undefined).toBe(length > 512)
})
