import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { describeSlowest, estimated, mergeTimings, provideTimings, rememberTimings } from "./timings.ts"

const folder = temporaryFolder()
afterAll(() => folder.remove())

const timings = JSON.stringify({
  version: 1,
  files: {
    "src/a.test.ts": 1_240,
    "src/b.test.ts": 90,
    "test/c.test.ts": 62_000,
    "test/of-another-run.test.ts": 99_000,
  },
})
const output =
  "\nsrc/a.test.ts:\n(pass) works\n\n\u001b[1mtest/c.test.ts:\u001b[0m\n(pass) works\n\nsrc/b.test.ts:\n(pass) works\n"

function written(text: string): string {
  const path = join(folder.path, `${crypto.randomUUID()}.json`)
  writeFileSync(path, text)
  return path
}

test("names the slowest files of this run alone, the slowest first", () => {
  expect(describeSlowest(output, written(timings), 2)).toBe(
    "Slowest files:\n   62.0 s  test/c.test.ts\n    1.2 s  src/a.test.ts",
  )
})

test("says nothing about a run of one file, or one whose times were not written", () => {
  expect(describeSlowest("\nsrc/a.test.ts:\n(pass) works\n", written(timings))).toBe("")
  expect(describeSlowest(output, join(folder.path, "missing.json"))).toBe("")
})

test("takes from the timings of a pass only the files that ran in it", () => {
  const ofPass = { "src/a.test.ts": 2_000, "test/c.test.ts": 63_000, "test/of-another-run.test.ts": 1 }
  const whole = written(timings)
  mergeTimings(output, written(JSON.stringify({ version: 1, files: ofPass })), whole)
  mergeTimings(output, join(folder.path, "missing.json"), whole)
  expect(JSON.parse(readFileSync(whole, "utf8"))).toEqual({
    version: 1,
    files: {
      "src/a.test.ts": 2_000,
      "src/b.test.ts": 90,
      "test/c.test.ts": 63_000,
      "test/of-another-run.test.ts": 99_000,
    },
  })
})

test("hands the timings of one run to the next, and leaves nothing else behind", () => {
  const cache = join(folder.path, "cache")
  const [first, second] = [join(folder.path, "first"), join(folder.path, "second")]
  for (const run of [first, second]) mkdirSync(run)
  const source = join(cache, "timings.json")
  const path = provideTimings(first, source)
  expect(readFileSync(path, "utf8")).toBe(readFileSync(estimated, "utf8"))
  writeFileSync(path, timings)
  rememberTimings(path, source)
  expect(readFileSync(provideTimings(second, source), "utf8")).toBe(timings)
  expect(readdirSync(cache)).toEqual(["timings.json"])
})

test("keeps the earlier timings when a run wrote none", () => {
  const target = written(timings)
  rememberTimings(join(folder.path, "missing.json"), target)
  expect(readFileSync(target, "utf8")).toBe(timings)
})

test("estimates files that exist", () => {
  const { files } = JSON.parse(readFileSync(estimated, "utf8"))
  const repository = join(import.meta.dir, "../..")
  expect(Object.keys(files).filter((file) => !existsSync(join(repository, file)))).toEqual([])
})
