import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { hasValidChecksum, mintKeyMaterial } from "./key-material.ts"

const vectorBytes = Uint8Array.from({ length: 24 }, (_, index) => index + 1)
const prefix = fc.option(fc.stringMatching(/^[A-Za-z0-9_]{1,16}$/), { nil: undefined })
const bytes = fc.uint8Array({ minLength: 16, maxLength: 255 })

describe("hasValidChecksum", () => {
  test("accepts every minted key", () => {
    fc.assert(
      fc.property(prefix, bytes, (chosen, random) => {
        expect(hasValidChecksum(mintKeyMaterial({ prefix: chosen, bytes: random }).plaintext)).toBe(true)
      }),
    )
  })

  test("catches every change of a single character", () => {
    const change = fc.record({ place: fc.nat(), character: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) })
    fc.assert(
      fc.property(prefix, bytes, change, (chosen, random, { place, character }) => {
        const { plaintext } = mintKeyMaterial({ prefix: chosen, bytes: random })
        const index = place % plaintext.length
        fc.pre(plaintext.charAt(index) !== character)
        const changed = plaintext.slice(0, index) + character + plaintext.slice(index + 1)
        expect(hasValidChecksum(changed)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test("catches each of the 61 other letters and digits at each place of the vector", () => {
    const { plaintext } = mintKeyMaterial({ prefix: "acme_live", bytes: vectorBytes })
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    const accepted = Array.from(plaintext, (_, index) =>
      Array.from(letters, (letter) => plaintext.slice(0, index) + letter + plaintext.slice(index + 1)),
    )
    expect(new Set(accepted.flat().filter(hasValidChecksum))).toEqual(new Set([plaintext]))
  })

  test("refuses texts too short to have one", () => {
    for (const text of ["", "000000", "12345"]) expect(hasValidChecksum(text)).toBe(false)
  })
})
