import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"

const userPage = readFileSync("docs/failures.md", "utf8")
const testPage = readFileSync("docs/failure-tests.md", "utf8")

/** The sections of a page at this level, by heading. */
function partsOf(page: string, level: "##" | "###"): ReadonlyMap<string, string> {
  const [, ...parts] = `\n${page}`.split(`\n${level} `)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n")
      return [part.slice(0, end), part.slice(end + 1)]
    }),
  )
}

/** Each failure with its section. The page shows it in bold at the start of a row. */
const failures = [...partsOf(userPage, "##")].flatMap(([section, text]) =>
  [...text.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, failure]) => `${section}: ${failure}`),
)

/** Each item of a list names a file, and then tests in this file. */
const entries = [...partsOf(testPage, "##")].flatMap(([section, text]) =>
  [...partsOf(text, "###")].map(([heading, list]) => ({
    failures: heading.split("; ").map((failure) => `${section}: ${failure}`),
    files: [...list.replace(/\s+/g, " ").matchAll(/`([^`]+\.test\.ts)`:([^`]*)/g)].map(([, file = "", rest = ""]) => ({
      file,
      tests: [...rest.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
    })),
  })),
)

test("docs/failure-tests.md has tests for every failure of docs/failures.md, and for no other", () => {
  expect(failures.length).toBeGreaterThan(40)
  expect(entries.flatMap((entry) => entry.failures).sort()).toEqual(failures.toSorted())
  expect(entries.filter(({ files }) => files.length === 0)).toEqual([])
})

test("docs/failure-tests.md names tests that exist", () => {
  for (const { file, tests } of entries.flatMap(({ files }) => files)) {
    expect(existsSync(file), file).toBe(true)
    const source = readFileSync(file, "utf8")
    expect(tests.filter((name) => !source.includes(name))).toEqual([])
    expect(tests.length, file).toBeGreaterThan(0)
  }
})
