import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { splitPrefixedKey } from "./key-material.ts"

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
