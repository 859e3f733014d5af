import { expect, test } from "bun:test"
import { sha256 } from "../../dashboard/src/parts/keys/sha256.ts"
import { sha256 as real } from "../../src/secrets/hash.ts"

test("the dashboard hashes texts of any length as the server does", () => {
  for (let length = 0; length <= 520; length += 1) {
    const text = "é€😀aZ9_-".repeat(80).slice(0, length).toWellFormed()
    expect(sha256(text)).toBe(real(text))
  }
})
