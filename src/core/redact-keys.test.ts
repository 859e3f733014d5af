import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { mintKeyMaterial } from "./key-material.ts"
import { redactKeys, redactMintedKeys } from "./redact-keys.ts"

const mint = (prefix: string | undefined, length = 24) =>
  mintKeyMaterial({ prefix, bytes: randomBytes(length) }).plaintext

describe("text that is quoted", () => {
  test("keeps names, ids, permissions and sentences", () => {
    const harmless = [
      "The workspace has no role `editor`.",
      "role_1CAiZx1YPnJZtcPxTdBGPS",
      "api.api_1CAiZx1YPnJZtcPxTdBGPS.verify_key",
      "body.ratelimits[3].automaticallyApplyToAllRequests",
      "billing-administrators-of-northern-europe-2026",
      "550e8400-e29b-41d4-a716-446655440000",
      "KEYWARD_DATABASE_CONNECTIONS_PER_PROCESS",
      "sehr_lange_deutsche_Zusammensetzungen_ohne_Ziffern",
      "",
    ]
    for (const text of harmless) expect([redactKeys(text), redactMintedKeys(text)]).toEqual([text, text])
  })

  test("loses keys that Keyward has minted, of every length, wherever they stand", () => {
    for (let round = 0; round < 200; round += 1) {
      for (const key of [mint("kw_root", 32), mint("acme_live"), mint("acme", 16), mint(undefined, 255)]) {
        for (const redact of [redactKeys, redactMintedKeys]) {
          expect(redact(`found "${key}", expected ")"`)).toBe('found "[a key]", expected ")"')
          expect(redact(`body.${key}[0].x`)).toBe("body.[a key][0].x")
        }
        expect(redactKeys(`x${key}y`)).not.toContain(key.slice(-20))
      }
    }
  })

  test("loses a part of a root or operator key", () => {
    const key = mint("kw_root", 32)
    for (const redact of [redactKeys, redactMintedKeys]) {
      expect(redact(`no ${key.slice(0, 20)} there`)).toBe("no [a key] there")
      expect(redact(`no ${key}x there`)).toBe("no [a key] there")
      expect(redact(mint("kw_op", 32))).toBe("[a key]")
    }
  })

  test("loses what looks like a key of another service", () => {
    const foreign = [
      "0123456789abcdef0123456789abcdef",
      "sk_live_51HxYzAbCdEfGhIjKlMnOpQrStUv",
      "AbCdEfGhIjKlMnOpQrStUvWxYzAbCd",
    ]
    for (const key of foreign) expect(redactKeys(`no \`${key}\` there`)).toBe("no `[a key]` there")
  })
})
