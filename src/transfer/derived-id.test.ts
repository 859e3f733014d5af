import { expect, test } from "bun:test"
import fc from "fast-check"
import { isIdShaped } from "../core/id-shape.ts"
import { createIdMint } from "../core/ids.ts"
import { derivedId, timeOfId } from "./derived-id.ts"

test("an id tells when it was made", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 48 - 1 }), (now) => {
      const mint = createIdMint({ now: () => now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
      expect(timeOfId(mint("key"))).toBe(now)
    }),
  )
})

test("a derived id is shaped like any other, keeps its time, and is the same for the same seed only", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), fc.string(), fc.string(), (timeMs, seed, other) => {
      const id = derivedId("key", { timeMs, seed })
      expect(isIdShaped("key", id)).toBe(true)
      expect(timeOfId(id)).toBe(timeMs)
      expect(derivedId("key", { timeMs, seed })).toBe(id)
      expect(derivedId("key", { timeMs, seed: other }) === id).toBe(seed === other)
    }),
  )
})
