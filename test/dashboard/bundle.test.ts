import { beforeAll, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { Glob } from "bun"
import { buildPagesIfStale } from "../../scripts/build/pages.ts"
import { reachableFrom } from "../transfer/imports.ts"

const dist = "dashboard/dist"
const mostGzippedBytes = 170 * 1024

/** The scripts of the built dashboard by name. */
const scripts = new Map<string, { readonly text: string; readonly gzippedBytes: number }>()

beforeAll(async () => {
  await buildPagesIfStale()
  for (const file of new Glob("*.js.gz").scanSync(dist)) {
    const gzipped = readFileSync(`${dist}/${file}`)
    const text = gunzipSync(gzipped).toString()
    scripts.set(file.slice(0, -".gz".length), { text, gzippedBytes: gzipped.byteLength })
  }
})

const page = (name: string) => gunzipSync(readFileSync(`${dist}/${name}.gz`)).toString()
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name)

/** What a script imports at once, in minified code. */
const staticImports = /\b(?:from|import)\s*"\/assets\/([^"]+\.js)"/g
const lazyImports = /\bimport\("\/assets\/([^"]+\.js)"\)/g

/** Everything that a browser loads before it shows the first page. */
function firstLoad(): readonly string[] {
  const targets = new Map([...scripts].map(([name, { text }]) => [name, namesIn(text, staticImports)]))
  const roots = namesIn(page("index.html"), /<script[^>]* src="\/assets\/([^"]+)"/g)
  return [...new Set(roots.flatMap((root) => [root, ...reachableFrom(root, targets)]))]
}

test("the first load is at most 170 KiB of gzipped JavaScript", () => {
  const loaded = firstLoad()
  const bytes = loaded.reduce((sum, name) => sum + (scripts.get(name)?.gzippedBytes ?? Number.NaN), 0)
  console.log(`The dashboard loads ${(bytes / 1024).toFixed(1)} KiB of gzipped JavaScript in ${loaded.length} files.`)
  expect(loaded.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(mostGzippedBytes)
})

test("every page is a chunk of its own, which the first load does not contain", () => {
  const pages = [...new Glob("*.tsx").scanSync("dashboard/src/routes")].filter((name) => !name.endsWith(".test.tsx"))
  const loaded = firstLoad()
  const lazy = new Set([...scripts.values()].flatMap(({ text }) => namesIn(text, lazyImports)))
  expect(lazy.size).toBeGreaterThanOrEqual(pages.length)
  expect(loaded.filter((name) => lazy.has(name))).toEqual([])
})

test("every file that a page or a script names is there", () => {
  const texts = [page("index.html"), page("sign-in.html"), ...[...scripts.values()].map(({ text }) => text)]
  const named = new Set(texts.flatMap((text) => namesIn(text, /\/assets\/([\w.-]+\.\w+)/g)))
  const files = new Set([...new Glob("*.br").scanSync(dist)].map((name) => name.slice(0, -".br".length)))
  expect([...named].filter((name) => !files.has(name))).toEqual([])
  expect(named.size).toBeGreaterThan(2)
})

/** Zod keeps its state in a property of this name, and no minifier renames properties. */
const markOfZod = /\b_zod\b/

test("no script contains Zod", async () => {
  expect(await bundled(`import { z } from "zod"; console.log(z.string())`)).toMatch(markOfZod)
  expect(await bundled(`import * as z from "zod/mini"; console.log(z.string())`)).toMatch(markOfZod)
  expect([...scripts].filter(([, { text }]) => markOfZod.test(text)).map(([name]) => name)).toEqual([])
})

async function bundled(source: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: ["./entry.ts"], files: { "./entry.ts": source }, minify: true })
  return (await Promise.all(outputs.map((output) => output.text()))).join("")
}
