import { expect, test } from "bun:test"
import { chooseEncoding } from "./accept-encoding.ts"

test.each([
  [null, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.2, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0 , gzip;q=0", "identity"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["*;q=0", "identity"],
  ["identity", "identity"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0, gzip;q=0.001", "gzip"],
  ["identity;q=0", "identity"],
  ["zstd, brotli, not-gzip", "identity"],
  ["br;q=nonsense, gzip;q=0.1", "gzip"],
] as const)("Accept-Encoding %p gets %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
