import { expect, test } from "bun:test"
import { importedKey } from "../../../contract/migration.ts"
import { nextSlice } from "./import-keys.ts"

const keysWith = (count: number, permissions: number) =>
  Array.from({ length: count }, (_, index) =>
    importedKey.parse({
      hash: `${index}`.padStart(64, "0"),
      permissions: Array.from({ length: permissions }, (_, place) => `p${place}`),
    }),
  )

test("a slice has 150 keys at most, and starts where the one before it ended", () => {
  const keys = keysWith(400, 0)
  const [first, second, third] = [nextSlice(keys, 0), nextSlice(keys, 150), nextSlice(keys, 300)]
  expect([first.length, second.length, third.length]).toEqual([150, 150, 100])
  expect([...first, ...second, ...third]).toEqual(keys)
})

test("a slice has 1,000 rows at most: its keys and what they hold", () => {
  expect(nextSlice(keysWith(100, 49), 0)).toHaveLength(20)
})

test("a slice has at least one key, whatever the key holds", () => {
  expect(nextSlice(keysWith(3, 1_000), 1)).toHaveLength(1)
})
