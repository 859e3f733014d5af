import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { IdPrefix } from "../contract/id-prefixes.ts"
import { isIdShaped } from "./id-shape.ts"
import { createIdMint, encodeUuid } from "./ids.ts"

const contractUuid = Uint8Array.from([
  0x01, 0x89, 0x0a, 0x5d, 0xac, 0x96, 0x77, 0x4b, 0xbc, 0xce, 0xb3, 0x02, 0x09, 0x9a, 0x80, 0x57,
])

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

function uuidOf(id: string): bigint {
  const digits = Array.from(id.slice(id.indexOf("_") + 1))
  return digits.reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n)
}

function mintAt(times: readonly number[], random: (length: number) => Uint8Array): string[] {
  let call = 0
  const mint = createIdMint({ now: () => times[call++] ?? 0, random })
  return times.map(() => mint("req"))
}

function expectStrictlyIncreasing(ids: readonly string[]): void {
  expect(ids).toEqual([...new Set(ids)].sort())
}

describe("encodeUuid", () => {
  test("writes the vector of the contract", () => {
    expect(encodeUuid(contractUuid)).toBe("1BzmjTFLHWXwiSK4y3H5iW")
  })

  test("reads a view into a larger buffer at its own offset", () => {
    const larger = new Uint8Array([0xff, 0xff, ...contractUuid, 0xff])
    expect(encodeUuid(larger.subarray(2, 18))).toBe("1BzmjTFLHWXwiSK4y3H5iW")
  })
})

describe("createIdMint", () => {
  test("creates ids in one order, for any mix of kinds", () => {
    const now = Date.UTC(2026, 10, 15)
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const prefixes = fc.array(fc.constantFrom<IdPrefix>("req", "key", "evt"), { minLength: 50, maxLength: 300 })
    fc.assert(
      fc.property(prefixes, (asked) => {
        const mint = createIdMint({ now: () => now, random })
        const ids = asked.map((prefix) => mint(prefix))
        expect(ids.filter((id, index) => !isIdShaped(asked[index] ?? "req", id))).toEqual([])
        expectStrictlyIncreasing(ids.map((id) => id.slice(id.indexOf("_") + 1)))
      }),
    )
  })

  test("mints a UUIDv7 that carries the clock's millisecond, the version and the variant", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 1 }), fc.nat({ max: 255 }), (now, filler) => {
        const mint = createIdMint({ now: () => now, random: (length) => new Uint8Array(length).fill(filler) })
        const id = mint("key")
        expect(isIdShaped("key", id)).toBe(true)
        const uuid = uuidOf(id)
        expect(Number(uuid >> 80n)).toBe(now)
        expect((uuid >> 76n) & 0xfn).toBe(7n)
        expect((uuid >> 62n) & 0x3n).toBe(2n)
      }),
    )
  })

  test("takes all 74 free bits from the random source", () => {
    const allOnes = uuidOf(createIdMint({ now: () => 0, random: (length) => new Uint8Array(length).fill(255) })("ws"))
    const allZeros = uuidOf(createIdMint({ now: () => 0, random: (length) => new Uint8Array(length) })("ws"))
    expect(allOnes ^ allZeros).toBe((0xfffn << 64n) | ((1n << 62n) - 1n))
  })

  test("increases strictly whatever the clock does and whatever the random source returns", () => {
    const clock = fc.array(fc.integer({ min: 1_767_225_600_000, max: 1_767_225_600_005 }), { minLength: 2 })
    fc.assert(
      fc.property(clock, fc.constantFrom(0, 1, 127, 128, 255), (times, filler) => {
        expectStrictlyIncreasing(mintAt(times, (length) => new Uint8Array(length).fill(filler)))
      }),
    )
  })

  test("borrows the next millisecond when the random bits run out, and keeps increasing after it", () => {
    const ids = mintAt([5, 5, 5, 5, 6, 6, 7], (length) => new Uint8Array(length).fill(255))
    expectStrictlyIncreasing(ids)
    expect(ids.map((id) => Number(uuidOf(id) >> 80n))).toEqual([5, 6, 6, 6, 6, 6, 7])
  })

  test("carries exactly when the lower random bits are full", () => {
    const script = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255]
    const ids = mintAt([5, 5, 5], (length) => Uint8Array.from({ length }, (_, index) => script[index] ?? 0))
    const lowerBits = ids.map((id) => uuidOf(id) & ((1n << 62n) - 1n))
    expect(lowerBits).toEqual([0xffffffffn, 0x100000000n, 0x100000001n])
  })

  test("never repeats an id over several refills of its randomness", () => {
    const mint = createIdMint({ now: () => 1, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
    expectStrictlyIncreasing(Array.from({ length: 5000 }, () => mint("evt")))
  })

  test("asks for randomness far less often than it mints", () => {
    let calls = 0
    const mint = createIdMint({
      now: () => 1,
      random: (length) => {
        calls += 1
        return new Uint8Array(length)
      },
    })
    for (let count = 0; count < 1000; count += 1) mint("req")
    expect(calls).toBeLessThan(10)
  })
})
