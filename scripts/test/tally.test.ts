import { expect, test } from "bun:test"
import { describeTally, isSuccess, readTally, sumTallies } from "./tally.ts"

const green =
  "\nsrc/a.test.ts:\n(pass) works\n\n 12 pass\n 0 fail\n 40 expect() calls\nRan 12 tests across 2 files. [5.00ms]\n"

test("reads what bun test prints at its end", () => {
  expect(readTally(green, 0)).toEqual({ passed: 12, failed: 0, skipped: 0 })
})

test("reads a coloured summary", () => {
  const colored = "\n\u001b[0m\u001b[32m 3 pass\u001b[0m\n 1 skip\n 1 todo\n\u001b[31m 1 fail\u001b[0m\n"
  expect(readTally(`${colored}Ran 6 tests across 1 file. \u001b[2m[1ms]\u001b[0m\n`, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
  })
})

test("counts a run that ended without a summary as failed", () => {
  expect(readTally("src/a.test.ts:\n", 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test("does not take a test's own output for the summary", () => {
  expect(readTally(" 99 pass\nRan 99 tests across 1 file.\n(pass) prints that\n", 0).failed).toBe(1)
})

test("counts a failing exit code as a failure when the summary shows none", () => {
  expect(readTally(green, 1).failed).toBe(1)
})

test("names skipped tests only when there are some, and fails for them", () => {
  const clean = sumTallies([
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 0, skipped: 0 },
  ])
  expect(describeTally(clean)).toBe("3 passed, 0 failed")
  expect(isSuccess(clean)).toBe(true)
  expect(describeTally({ ...clean, skipped: 1 })).toBe("3 passed, 0 failed, 1 skipped")
  expect(isSuccess({ ...clean, skipped: 1 })).toBe(false)
})

test("does not call a run without a single test a success", () => {
  expect(isSuccess({ passed: 0, failed: 0, skipped: 0 })).toBe(false)
})
