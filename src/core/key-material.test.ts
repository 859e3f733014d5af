import { describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import fc from "fast-check"
import { hasValidChecksum, mintKeyMaterial } from "./key-material.ts"

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
