import { expect, test } from "bun:test"
import { spaceLevel } from "./disk-space.ts"

const mebibyte = 1024 ** 2
const terabyte = 1e12

test.each([
  ["full", mebibyte - 1, terabyte],
  ["low", mebibyte, terabyte],
  ["low", terabyte / 100 - 1, terabyte],
  ["enough", terabyte / 100, terabyte],
  ["low", 100 * mebibyte - 1, 1024 * mebibyte],
  ["enough", 100 * mebibyte, 1024 * mebibyte],
] as const)("a disk is %s with %d of %d bytes free", (level, free, size) => {
  expect(spaceLevel({ free, size })).toBe(level)
})
