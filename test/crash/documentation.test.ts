import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"

const page = readFileSync("docs/failures.md", "utf8")
const list = page.slice(page.indexOf("## The tests"))

/** Each entry names a file and then the tests in it. */
const named = [...list.replace(/\s+/g, " ").matchAll(/`([^`]+\.test\.ts)`([^`]*)/g)].map(
  ([, file = "", rest = ""]) => ({
    file,
    tests: [...rest.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
  }),
)

test("docs/failures.md names tests that there are", () => {
  expect(named.length).toBeGreaterThan(8)
  for (const { file, tests } of named) {
    expect(existsSync(file), file).toBe(true)
    const source = readFileSync(file, "utf8")
    expect(tests.filter((name) => !source.includes(name))).toEqual([])
    expect(tests.length, file).toBeGreaterThan(0)
  }
})

test("docs/failures.md explains every reference, and refers to everything it explains", () => {
  const referred = new Set([...page.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)))
  const explained = [...list.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  expect([...referred].sort((one, other) => one - other)).toEqual(explained)
})
