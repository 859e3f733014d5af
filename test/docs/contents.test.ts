import { expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { fileName, pageName } from "../../src/http/pages/docs/built-docs.ts"
import { docsFiles, docsPages, imagesFolder, pathOfFile, unservedDocs } from "../../src/http/pages/docs/contents.ts"

const served = docsPages.map(({ file }) => file)
const existing = [...new Bun.Glob("docs/**/*.md").scanSync(".")].sort()
const unserved = Object.keys(unservedDocs)
const isUnserved = (file: string) =>
  unserved.some((name) => file === name || (name.endsWith("/") && file.startsWith(name)))

test("every file below docs/ is served, or left out on purpose", () => {
  const forgotten = existing.filter((file) => !served.includes(file) && !isUnserved(file))
  const howTo =
    "Add a line for each to src/http/pages/docs/contents.ts: to docsSections if users read it, else to unservedDocs."
  expect(forgotten, howTo).toEqual([])
  expect(served.filter(isUnserved)).toEqual([])
})

test("every file in the table exists", () => {
  expect([...served, ...docsFiles, ...unserved].filter((file) => !existsSync(file))).toEqual([])
})

test("no two pages or files have the same address or the same built file", () => {
  const images = readdirSync(imagesFolder).map((name) => `${imagesFolder}/${name}`)
  const files = [...docsFiles, ...images].map(pathOfFile)
  const paths = [...docsPages.map(({ path }) => path), ...files]
  expect(new Set(paths).size).toBe(paths.length)
  const names = [...docsPages.map(({ path }) => pageName(path)), ...files.map(fileName)]
  expect(new Set(names).size).toBe(names.length)
})
