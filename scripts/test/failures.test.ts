import { describe, expect, test } from "bun:test"
import { describeFailures, readFailures } from "./failures.ts"

const summary = "\n 1 pass\n 1 fail\nRan 2 tests across 2 files. [5.00ms]\n"

const failing = `
src/a.test.ts:
(pass) keys > are listed [0.01ms]
a line that the test printed
3 | const key = 1
4 |   expect(key).toBe(2)
                  ^
error: expect(received).toBe(expected)

Expected: 2
Received: 1

      at <anonymous> (/src/a.test.ts:4:17)
(fail) keys > are counted [0.90ms]

src/b.test.ts:
(pass) works
`

test("names the file and the full name of a failed test, and its error from the line of code", () => {
  expect(readFailures(failing + summary, 1)).toEqual([
    {
      title: "src/a.test.ts: keys > are counted",
      details: [
        "4 |   expect(key).toBe(2)",
        "                  ^",
        "error: expect(received).toBe(expected)",
        "Expected: 2",
        "Received: 1",
        "      at <anonymous> (/src/a.test.ts:4:17)",
      ],
    },
  ])
})

test("finds nothing in a green run", () => {
  expect(readFailures(`\nsrc/b.test.ts:\n(pass) works\n${summary}`, 0)).toEqual([])
  expect(describeFailures([])).toBe("")
})

test("reads the signs of a coloured run", () => {
  const colored = "\nsrc/a.test.ts:\n\u001b[31m✗\u001b[0m \u001b[0mouter\u001b[2m > \u001b[0minner\u001b[0m [1.00ms]\n"
  expect(readFailures(colored + summary, 1).map(({ title }) => title)).toEqual(["src/a.test.ts: outer > inner"])
})

test("names a timeout, a crashed process, an error outside of tests and a skipped test", () => {
  const output = `
src/slow.test.ts:
(fail) ends [50.20ms]
  ^ this test timed out after 50ms.
✗ src/slow.test.ts (worker crashed: SIGKILL)

src/broken.test.ts:

# Unhandled error between tests
-------------------------------
error: Cannot find module './missing.ts'
-------------------------------

src/c.test.ts:
(skip) later
${summary}`
  expect(readFailures(output, 1)).toEqual([
    { title: "src/slow.test.ts: ends", details: ["  ^ this test timed out after 50ms."] },
    { title: "src/slow.test.ts (worker crashed: SIGKILL)", details: [] },
    { title: "src/broken.test.ts: error between tests", details: ["error: Cannot find module './missing.ts'"] },
    { title: "src/c.test.ts: later (skipped)", details: [] },
  ])
})

test("counts a test that bun repeats at its end once", () => {
  const repeated = `${failing}\n\n1 tests failed:\n(fail) keys > are counted [0.90ms]\n${summary}`
  expect(readFailures(repeated, 1)).toHaveLength(1)
})

test("shows the last lines of a pass that died, or that failed without a failed test", () => {
  expect(readFailures("\nsrc/a.test.ts:\n(pass) works\npanic: out of memory\n", 133)).toEqual([
    {
      title: "bun test ended with exit code 133 before its summary",
      details: ["src/a.test.ts:", "(pass) works", "panic: out of memory"],
    },
  ])
  const [failure] = readFailures(`\nsrc/b.test.ts:\n(pass) works\n${summary}`, 7)
  expect(failure?.title).toBe("bun test ended with exit code 7, but named no failed test")
})

describe("The description", () => {
  const failure = (lines: number) => ({ title: "src/a.test.ts: works", details: Array(lines).fill("x".repeat(1_000)) })

  test("shows what failed with the first lines of its error", () => {
    expect(describeFailures([{ title: "tsc", details: ["src/a.ts:1:1 wrong"] }])).toBe(
      "Failed:\n  tsc\n      src/a.ts:1:1 wrong",
    )
    expect(describeFailures([failure(40)]).split("\n")).toHaveLength(1 + 1 + 15 + 1)
  })

  test("fits the end of a log, however much failed", () => {
    for (const count of [1, 2, 5, 19, 20, 21, 500]) {
      const lines = describeFailures(Array(count).fill(failure(40))).split("\n")
      expect(lines.length).toBeLessThanOrEqual(90)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400)
    }
    expect(describeFailures(Array(21).fill(failure(1)))).toEndWith("\n  … and 1 more")
  })
})
