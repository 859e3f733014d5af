import { expect, test } from "bun:test"
import { checksumOf } from "./checksum.ts"

test("a checksum is FNV-1a of the UTF-8 bytes", () => {
  // From the test vectors of the authors.
  expect(checksumOf("")).toBe(0xcbf29ce484222325n.toString(36))
  expect(checksumOf("a")).toBe(0xaf63dc4c8601ec8cn.toString(36))
  expect(checksumOf("foobar")).toBe(0x85944171f73967e8n.toString(36))
  expect(checksumOf("ä")).not.toBe(checksumOf("a"))
})
