import { existsSync, readFileSync } from "node:fs"

/** Names the file to which every process of tests adds a line at the end of each test file. */
export const processorLogVariable = "KEYWARD_TEST_PROCESSOR_LOG"

/** One line of that log. */
export interface ProcessorReading {
  readonly pid: number
  readonly file: string
  /** What the process and the programs that it started have used so far, of all its test files. */
  readonly totalMs: number
}

/**
 * The test files that used most processor time, one per line. A busy machine makes every file slow, but hardly changes
 * this list. Empty if fewer than two files ran, or on a system that does not tell.
 */
export function describeProcessorTimes(path: string, count = 10): string {
  const times = readTimes(path)
  if (times.length < 2) return ""
  const longest = times.sort((one, other) => other.ms - one.ms).slice(0, count)
  const lines = longest.map(({ file, ms }) => `${inSeconds(ms)}  ${file}`)
  const sum = times.reduce((total, { ms }) => total + ms, 0)
  return ["Most processor time, without PostgreSQL and Redis:", ...lines, `${inSeconds(sum)}  all files`].join("\n")
}

function readTimes(path: string): { readonly file: string; readonly ms: number }[] {
  if (!existsSync(path)) return []
  const totals = new Map<number, number>()
  const lines = readFileSync(path, "utf8").trimEnd().split("\n")
  return lines.map((line) => {
    const { pid, file, totalMs }: ProcessorReading = JSON.parse(line)
    const ms = totalMs - (totals.get(pid) ?? 0)
    totals.set(pid, totalMs)
    return { file, ms }
  })
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`
}
