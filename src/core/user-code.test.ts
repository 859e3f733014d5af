import { expect, test } from "bun:test"
import { mintUserCode, readUserCode, showUserCode } from "./user-code.ts"

test("a code has eight letters that do not look alike, each equally likely", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  let at = 0
  const inTurn = (length: number) => Uint8Array.from({ length }, () => bytes[at++ % 256] ?? 0)
  const codes = Array.from({ length: 300 }, () => mintUserCode(inTurn))
  expect(codes.filter((code) => !/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(code))).toEqual([])
  const seen = new Map<string, number>()
  for (const letter of codes.join("")) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  expect(seen.size).toBe(20)
  expect(Math.max(...seen.values()) - Math.min(...seen.values())).toBeLessThan(20)
})

test("what a person types is the code, with or without dash, spaces and capitals", () => {
  expect(showUserCode("BCDFGHJK")).toBe("BCDF-GHJK")
  for (const typed of ["BCDF-GHJK", "bcdfghjk", " bcdf ghjk ", "BC-DF-GH-JK"])
    expect(readUserCode(typed)).toBe("BCDFGHJK")
})
