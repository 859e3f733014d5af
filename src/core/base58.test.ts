import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { base58Alphabet, encodeBase58, encodeUint128 } from "./base58.ts"

function modelOf(bytes: Uint8Array): string {
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ""
  for (; rest > 0n; rest /= 58n) text = base58Alphabet.charAt(Number(rest % 58n)) + text
  return text
}

describe("encodeBase58", () => {
  test("writes the published vectors", () => {
    const vectors: readonly (readonly [string, string])[] = [
      ["Hello World!", "2NEpo7TZRRrLZSi2U"],
      ["The quick brown fox jumps over the lazy dog.", "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z"],
      ["\0\0(\x7f\xb4\xcd", "11233QC4"],
      ["", ""],
    ]
    for (const [plain, encoded] of vectors) {
      expect(encodeBase58(Uint8Array.from(plain, (character) => character.charCodeAt(0)))).toBe(encoded)
    }
  })

  test("writes one 1 for each leading zero byte and the number after them", () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 255 }), (zeros, tail) => {
        const bytes = new Uint8Array([...new Uint8Array(zeros), ...tail])
        const firstUsed = bytes.findIndex((byte) => byte !== 0)
        const leading = firstUsed === -1 ? bytes.length : firstUsed
        expect(encodeBase58(bytes)).toBe("1".repeat(leading) + modelOf(bytes))
      }),
    )
  })
})

describe("encodeUint128", () => {
  test("writes any 128-bit number in 22 characters, at the edges too", () => {
    const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
    const edges = [new Uint8Array(16), new Uint8Array(16).fill(0xff), new Uint8Array([...new Uint8Array(15), 57])]
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...edges), sixteenBytes), (bytes) => {
        expect(encodeUint128(new DataView(bytes.buffer, bytes.byteOffset, 16))).toBe(modelOf(bytes).padStart(22, "1"))
      }),
    )
  })
})
