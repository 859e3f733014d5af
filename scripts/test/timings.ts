import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The duration of each test file in milliseconds, in the format of `bun test --timings`. */
interface Timings {
  readonly version: 1
  readonly files: Readonly<Record<string, number>>
}

/** Not in the repository, because every machine has its own timings. */
const remembered = join(import.meta.dir, "../../node_modules/.cache/keyward/timings.json")
/** Approximate durations of the slowest files, for the first run of a clone. */
export const estimated = join(import.meta.dir, "timings.json")

/** Copies the timings of earlier runs, so that two parallel runs do not write to one file. */
export function provideTimings(runFolder: string, source = remembered): string {
  const path = join(runFolder, "timings.json")
  copyFileSync(existsSync(source) ? source : estimated, path)
  return path
}

/** The next run starts the slowest files first, so that no long file runs alone at the end. */
export function rememberTimings(path: string, target = remembered): void {
  if (!existsSync(path)) return
  mkdirSync(dirname(target), { recursive: true })
  // A rename is atomic, so another run never reads half a file.
  const unfinished = `${target}.${crypto.randomUUID()}`
  copyFileSync(path, unfinished)
  renameSync(unfinished, target)
}

/** Copies the durations of the files in this output from the timings of a pass to those of the whole run. */
export function mergeTimings(output: string, passPath: string, path: string): void {
  if (!existsSync(passPath)) return
  const { files: measured }: Timings = JSON.parse(readFileSync(passPath, "utf8"))
  const timings: Timings = JSON.parse(readFileSync(path, "utf8"))
  const fresh = filesIn(output).flatMap((file) => (measured[file] === undefined ? [] : [[file, measured[file]]]))
  const files = { ...timings.files, ...Object.fromEntries(fresh) }
  writeFileSync(path, JSON.stringify({ ...timings, files }, null, 2))
}

/** The slowest files in this output, one per line; empty if only one file ran. */
export function describeSlowest(output: string, path: string, count = 10): string {
  const files = filesIn(output)
  if (files.length < 2 || !existsSync(path)) return ""
  const { files: durations }: Timings = JSON.parse(readFileSync(path, "utf8"))
  const slowest = files
    .map((file) => ({ file, ms: durations[file] ?? 0 }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  return ["Slowest files:", ...lines].join("\n")
}

/** The test files that `bun test` names in its output, each once. */
function filesIn(output: string): string[] {
  const names = [...Bun.stripANSI(output).matchAll(/^(\S+\.test\.ts):$/gm)].map((match) => match[1] ?? "")
  return [...new Set(names)]
}
