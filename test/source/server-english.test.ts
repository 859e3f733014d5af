import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { Glob } from "bun"

/**
 * The English of the server is for people and may change in every version. Programs decide by codes and fields, so the dashboard,
 * the pages and the command line match no text of a response.
 */

const folders = ["dashboard/src", "src/cli", "src/http/pages", "sdk/src"]

const text = "(?:detail|message|hint|title)"

/** `detail.includes(…)` and `shown(detail).replace(…)`, `/…/.test(error.message)`, and `detail === "…"`. */
const matches = [
  new RegExp(
    `\\b${text}\\)*\\s*\\??\\.(?:match|matchAll|replace|replaceAll|search|includes|startsWith|endsWith)\\(`,
    "g",
  ),
  new RegExp(`\\.(?:test|exec)\\([^\\n]*\\b${text}\\b`, "g"),
  new RegExp(`\\b${text}\\)* [!=]== ["'\`][^"'\`]`, "g"),
]

test("nothing matches the English of a response", () => {
  const paths = folders.flatMap((folder) => [...new Glob(`${folder}/**/*.{ts,tsx,js}`).scanSync()])
  expect(paths.length).toBeGreaterThan(200)
  const found = paths
    .filter((path) => !path.includes(".test."))
    .flatMap((path) =>
      matches.flatMap((one) => readFileSync(path, "utf8").match(one) ?? []).map((line) => [path, line]),
    )
  expect(found).toEqual([])
})
