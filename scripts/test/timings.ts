import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs"
import { dirname, join } from "node:path"

/** How long each test file took, in milliseconds, in the form that `bun test --timings` reads and writes. */
interface Timings {
  readonly version: 1
  readonly files: Readonly<Record<string, number>>
}

/** Not in the repository: every machine has its own. */
const remembered = join(import.meta.dir, "../../node_modules/.cache/keyward/timings.json")
/** About how long the slowest files take, for the first run of a clone. */
export const estimated = join(import.meta.dir, "timings.json")

/** The timings of earlier runs, in a file of this run, so that two runs at the same time do not write one file. */
export function provideTimings(runFolder: string, source = remembered): string {
  const path = join(runFolder, "timings.json")
  copyFileSync(existsSync(source) ? source : estimated, path)
  return path
}

/** The next run starts the slowest files first, so that no long file is left over at its end. */
export function rememberTimings(path: string, target = remembered): void {
  if (!existsSync(path)) return
  mkdirSync(dirname(target), { recursive: true })
  // A rename replaces the file at once: a run that starts now never reads half of it.
  const unfinished = `${target}.${crypto.randomUUID()}`
  copyFileSync(path, unfinished)
  renameSync(unfinished, target)
}

/** The slowest files of the run that printed this output, one per line; empty if only one file ran. */
export function describeSlowest(output: string, path: string, count = 10): string {
  const files = [...Bun.stripANSI(output).matchAll(/^(\S+\.test\.ts):$/gm)].map((match) => match[1] ?? "")
  if (files.length < 2 || !existsSync(path)) return ""
  const { files: durations }: Timings = JSON.parse(readFileSync(path, "utf8"))
  const slowest = [...new Set(files)]
    .map((file) => ({ file, ms: durations[file] ?? 0 }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  return ["Slowest files:", ...lines].join("\n")
}
