import { beforeAll, expect, test } from "bun:test"
import { readFileSync, statSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { Glob } from "bun"
import { buildPagesIfStale } from "../../scripts/build/pages.ts"
import { reachableFrom } from "../transfer/imports.ts"

const dist = "dashboard/dist"
const mostBytes = 170 * 1024

/** The scripts of the built dashboard by name. */
const scripts = new Map<string, Script>()

interface Script {
  readonly text: string
  readonly gzippedBytes: number
  readonly brotliBytes: number
}

beforeAll(async () => {
  await buildPagesIfStale()
  for (const file of new Glob("*.js.gz").scanSync(dist)) {
    const gzipped = readFileSync(`${dist}/${file}`)
    const text = gunzipSync(gzipped).toString()
    const name = file.slice(0, -".gz".length)
    const brotliBytes = statSync(`${dist}/${name}.br`).size
    scripts.set(name, { text, gzippedBytes: gzipped.byteLength, brotliBytes })
  }
})

const page = (name: string) => gunzipSync(readFileSync(`${dist}/${name}.gz`)).toString()
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name)

/** What a script imports at once, in minified code. */
const staticImports = /\b(?:from|import)\s*"\/assets\/([^"]+\.js)"/g
const lazyImports = /\bimport\("\/assets\/([^"]+\.js)"\)/g

const importedBy = () => new Map([...scripts].map(([name, { text }]) => [name, namesIn(text, staticImports)]))

/** Everything that a browser loads before it shows the frame of a page. */
function firstLoad(): readonly string[] {
  const targets = importedBy()
  const roots = namesIn(page("index.html"), /<script[^>]* src="\/assets\/([^"]+)"/g)
  return [...new Set(roots.flatMap((root) => [root, ...reachableFrom(root, targets)]))]
}

/** The files of each page besides those of the first load, by the name that `router.tsx` imports it with. */
function filesOfPages(): ReadonlyMap<string, readonly string[]> {
  const loaded = new Set(firstLoad())
  const targets = importedBy()
  const lazy = [...scripts.values()].flatMap(({ text }) => namesIn(text, lazyImports))
  return new Map(
    [...new Set(lazy)].map((one) => [one, [one, ...reachableFrom(one, targets)].filter((name) => !loaded.has(name))]),
  )
}

const sizeOf = (names: readonly string[], size: "gzippedBytes" | "brotliBytes") =>
  names.reduce((sum, name) => sum + (scripts.get(name)?.[size] ?? Number.NaN), 0)

test("the frame of every page is at most 140 KiB of gzipped JavaScript", () => {
  const loaded = firstLoad()
  const bytes = sizeOf(loaded, "gzippedBytes")
  console.log(`The dashboard loads ${(bytes / 1024).toFixed(1)} KiB of gzipped JavaScript in ${loaded.length} files.`)
  expect(loaded.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(140 * 1024)
})

test("a page is at most ten scripts and 170 KiB of compressed JavaScript, whichever is opened first", () => {
  const loaded = firstLoad()
  const pages = filesOfPages()
  expect(pages.size).toBeGreaterThan(20)
  for (const names of pages.values()) {
    expect(loaded.length + names.length).toBeLessThanOrEqual(10)
    // What opens above a page is loaded when people begin to use the page.
    const isOverlays = sizeOf(names, "brotliBytes") > 50 * 1024
    if (!isOverlays) expect(sizeOf([...loaded, ...names], "brotliBytes")).toBeLessThanOrEqual(mostBytes)
  }
})

test("every page is a chunk of its own, which the first load does not contain", () => {
  const pages = [...new Glob("*.tsx").scanSync("dashboard/src/routes")].filter((name) => !name.endsWith(".test.tsx"))
  const lazy = filesOfPages()
  expect(lazy.size).toBeGreaterThanOrEqual(pages.length)
  expect(firstLoad().filter((name) => lazy.has(name))).toEqual([])
})

test("every file that a page or a script names is there", () => {
  const texts = [
    page("index.html"),
    page("sign-in.html"),
    page("portal.html"),
    ...[...scripts.values()].map(({ text }) => text),
  ]
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
