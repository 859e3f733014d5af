import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

test("every one of the fifty conformance cases has a test of its number", () => {
  const files = readdirSync(import.meta.dir).filter((name) => /^cases-.*\.test\.ts$/.test(name))
  const text = files.map((name) => readFileSync(join(import.meta.dir, name), "utf8")).join("\n")
  const numbers = new Set(
    [...text.matchAll(/test(?:\.each\(.*\))?\("case (\d+): /g)].map(([, number]) => Number(number)),
  )
  expect([...numbers].sort((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})
