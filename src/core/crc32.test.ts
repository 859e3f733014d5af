import { expect, test } from "bun:test"
import { crc32 as zlibCrc32 } from "node:zlib"
import fc from "fast-check"
import { crc32 } from "./crc32.ts"

test("gives the published check value", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926)
})

test("agrees with zlib on any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => expect(crc32(bytes)).toBe(zlibCrc32(bytes))))
})
