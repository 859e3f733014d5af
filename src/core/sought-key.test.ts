import { describe, expect, test } from "bun:test"
import { mintKeyMaterial } from "./key-material.ts"
import { mayBeWholeKey, withoutSecret } from "./sought-key.ts"

describe("the text of a search", () => {
  test.each([
    ["billing", "billing"],
    ["Production 2024 x9Kq2LmPw8", "Production 2024 x9Kq2LmPw8"],
    ["production-billing-service", "production-billing-service"],
    ["Customer_Production", "Customer_Production"],
    ["acme_live_", "acme_live_"],
    ["acme_live_6L5y", "acme_live_6L5y"],
    ["acme_live_6L5yRNPTu", "acme_live_6L5y"],
    ["6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ", "6L5y"],
    ["acme_BRTRKFsL_51FwqftsmMDHHbJAMEXXHCgG", "acme_BRTR"],
    ["key_1ChD74WwToi4", "key_1ChD74WwToi4"],
    ["key_1ChD74WwToi4Aw4K3spJz5", "key_1ChD74WwToi4Aw4K3spJz5"],
  ])("%s is sent as %s", (text, sent) => {
    expect(withoutSecret(text)).toBe(sent)
    // So it finds whatever the text would find.
    expect(text.startsWith(sent)).toBe(true)
  })

  test("of a key that Keyward has made is no longer than what lists show of it", () => {
    for (const prefix of [undefined, "acme", "acme_live"]) {
      for (let index = 0; index < 200; index += 1) {
        const { plaintext, start } = mintKeyMaterial({ prefix, bytes: crypto.getRandomValues(new Uint8Array(24)) })
        expect(mayBeWholeKey(plaintext)).toBe(true)
        expect(start.startsWith(withoutSecret(plaintext))).toBe(true)
      }
    }
  })
})
