import { describe, expect, test } from "bun:test"
import { sha256 } from "../secrets/hash.ts"
import { mintKeyMaterial } from "./key-material.ts"
import { wholeKeyIn, withoutKey, withoutSecret } from "./sought-key.ts"

const names = [
  "billing",
  "Production 2024 x9Kq2LmPw8",
  "production-billing-service",
  "production-backup-20240131",
  "Customer_Production",
  "CustomerBillingService2024",
  "first.last1984@example-company.com",
  "documents.read:invoices.write",
  "acme_live_",
  "acme_live_6L5y",
  "key_1ChD74WwToi4",
  "key_1ChD74WwToi4Aw4K3spJz5",
  "keys of id_1ChD74WwToi4Aw4K3spJz5",
]

describe("the text of a search", () => {
  test.each(names)("%s is sent as it is", (text) => {
    expect([withoutSecret(text), withoutKey(text)]).toEqual([text, text])
  })

  test.each([
    ["acme_live_6L5yRNPTu", "acme_live_6L5y", "acme_live_6L5yRNPTu"],
    ["6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ", "6L5y", "6L5yRNPTuciSgXGHqY"],
    ["acme_BRTRKFsL_51FwqftsmMDHHbJAMEXXHCgG", "acme_BRTR", "acme_BRTRKFsL_51Fw"],
    ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f25", "3f2504e0-4f89-41d"],
    ["9f86d081884c7d659a2feaa0c55ad015", "9f86", "9f86d081884c7d6"],
    ["qwxzjkvbplmnrtsdfghqwxzjkvbplm", "qwxz", "qwxzjkvbplmnrt"],
    ["01J9ZQ3NDEKTSV4RRFFQ69G5FA", "01J9", "01J9ZQ3NDEKT"],
    ["9X4K-2M7P-QR8T-5WZ3-7HJ2", "9X4K", "9X4K-2M7P-Q"],
    ["user_2NNEqL2nrIRdJ194ndJqAHwEfxC", "user_2NNE", "user_2NNEqL2nrI"],
    ["Bearer acme_live_6L5y", "acme_live_6L5y", "acme_live_6L5y"],
    ["the key 3f2504e0-4f89-41d3-9a0c-0305e82c3301 of acme", "the key 3f25", "the key 3f2504e0-4f89-41d"],
  ])("%s is sent as %s to lists of keys, and as %s to others", (text, ofKeys, ofOthers) => {
    expect([withoutSecret(text), withoutKey(text)]).toEqual([ofKeys, ofOthers])
    // So it finds whatever the text would find.
    for (const sent of [ofKeys, ofOthers]) expect(text).toContain(sent)
  })

  test("of a key that Keyward has made is no longer than what lists show of it", () => {
    for (const prefix of [undefined, "acme", "acme_live", "acme-live"]) {
      for (let index = 0; index < 200; index += 1) {
        const { plaintext, start } = mintKeyMaterial({ prefix, bytes: crypto.getRandomValues(new Uint8Array(24)) })
        for (const text of [plaintext, `Bearer ${plaintext}`, `Authorization: bearer ${plaintext}`]) {
          expect(wholeKeyIn(text)).toBe(plaintext)
          expect(start.startsWith(withoutSecret(text))).toBe(true)
          expect(start.startsWith(withoutKey(text))).toBe(true)
        }
        expect(wholeKeyIn(`the key ${plaintext} of acme`)).toBe(plaintext)
      }
    }
  })

  test("of an imported key never holds its longer part", () => {
    const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5")
    for (let index = 0; index < 300; index += 1) {
      const bytes = Buffer.from(sha256(`key ${index}`), "base64").subarray(0, 24)
      const hex = bytes.toString("hex")
      for (const secret of [uuidOf(hex), hex, bytes.toString("base64url"), bytes.toString("base64")]) {
        for (const prefix of ["", "sk-", "acme_live_"]) {
          const key = prefix + secret
          for (const sent of [withoutSecret(key), withoutKey(key), withoutKey(`my ${key}`).slice(3)]) {
            expect(key).toStartWith(sent)
            expect(sent.length).toBeLessThan(prefix.length + secret.length / 2)
          }
        }
      }
    }
  })

  test("may be a whole key of any form if it is one long word, and an id is none", () => {
    expect(wholeKeyIn("production-billing-service")).toBe("production-billing-service")
    for (const text of [
      "key_1Ch68NZmxdVSwP4Kxxp5PT",
      "a customer with a long name",
      "our production-billing-service",
    ]) {
      expect(wholeKeyIn(text)).toBeUndefined()
    }
  })
})
