import { describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import fc from "fast-check"
import { hasValidChecksum, mintKeyMaterial, splitPrefixedKey } from "./key-material.ts"

const vectorBytes = Uint8Array.from({ length: 24 }, (_, index) => index + 1)
const prefix = fc.option(fc.stringMatching(/^[A-Za-z0-9_]{1,16}$/), { nil: undefined })
const bytes = fc.uint8Array({ minLength: 16, maxLength: 255 })

describe("mintKeyMaterial", () => {
  test("writes the vector of the contract", () => {
    const minted = mintKeyMaterial({ prefix: "acme_live", bytes: vectorBytes })
    expect(minted).toEqual({
      plaintext: "acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
      start: "acme_live_6L5y",
    })
    const hash = createHash("sha256").update(minted.plaintext).digest("base64")
    expect(hash).toBe("8lnbAQ3A31cz4WxgZMX26Vom17Y8HlI6eA8umjOGGs8=")
  })

  test("writes the vector without a prefix", () => {
    const plaintext = "6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd14WQbN"
    expect(mintKeyMaterial({ bytes: vectorBytes })).toEqual({ plaintext, start: "6L5y" })
  })

  test("pads a small checksum with zeros to six characters", () => {
    const minted = Array.from({ length: 256 }, (_, byte) => mintKeyMaterial({ bytes: new Uint8Array(16).fill(byte) }))
    const padded = minted.filter(({ plaintext }) => plaintext.at(-6) === "0")
    expect(padded.length).toBeGreaterThan(0)
    for (const { plaintext } of padded) expect(hasValidChecksum(plaintext)).toBe(true)
  })

  test("shows the prefix with its underscore and four characters, and the key begins with them", () => {
    fc.assert(
      fc.property(prefix, bytes, (chosen, random) => {
        const { plaintext, start } = mintKeyMaterial({ prefix: chosen, bytes: random })
        expect(start).toHaveLength((chosen === undefined ? 0 : chosen.length + 1) + 4)
        expect(plaintext.startsWith(start)).toBe(true)
      }),
    )
  })
})

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

describe("splitPrefixedKey", () => {
  test("takes the part after the last underscore and shows four characters of the short token", () => {
    expect(splitPrefixedKey("acme_BRTRKFsL_51FwqftsmMDHHbJAMEXXHCgG")).toEqual({
      longToken: "51FwqftsmMDHHbJAMEXXHCgG",
      start: "acme_BRTR",
    })
  })

  test("counts underscores of the prefix to the prefix", () => {
    expect(splitPrefixedKey("my_app_live_short_long")).toEqual({ longToken: "long", start: "my_app_live_shor" })
  })

  test("takes four characters after the prefix even if the short token is shorter", () => {
    expect(splitPrefixedKey("p_ab_secret")).toEqual({ longToken: "secret", start: "p_ab_s" })
  })

  test("finds nothing in a text of fewer than three parts", () => {
    for (const text of ["", "abc", "abc_def", "_"]) expect(splitPrefixedKey(text)).toBeUndefined()
  })

  test("never cuts a character in half", () => {
    expect(splitPrefixedKey("p_a😀😀😀😀_x")).toEqual({ longToken: "x", start: "p_a😀😀😀" })
  })

  test("returns a start that begins the key, and a long token that ends it, for any parts", () => {
    const part = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("_"))
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 6 }), (parts) => {
        const plaintext = parts.join("_")
        const split = splitPrefixedKey(plaintext)
        expect(split?.longToken).toBe(parts.at(-1) ?? "absent")
        expect(plaintext.startsWith(split?.start ?? "absent")).toBe(true)
        expect(split?.start.isWellFormed()).toBe(true)
      }),
    )
  })
})
