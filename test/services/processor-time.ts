import { afterAll } from "bun:test"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { type ProcessorReading, processorLogVariable } from "../../scripts/test/processor-times.ts"

/** `scripts/test.ts` lists the files that used most. */

const statistics = "/proc/self/stat"
/** The unit of the statistics on every platform of Linux. */
const tickMs = 10

afterAll(() => {
  const log = process.env[processorLogVariable]
  if (log === undefined || !existsSync(statistics)) return
  const reading: ProcessorReading = { pid: process.pid, file: relative(process.cwd(), Bun.main), totalMs: totalMs() }
  appendFileSync(log, `${JSON.stringify(reading)}\n`)
})

/** Of this process and of all programs that it started and that have ended, in user and in system mode. */
function totalMs(): number {
  const stat = readFileSync(statistics, "utf8")
  // The name of the program, in parentheses, may contain spaces. Fields 14 to 17 of the line are the four times.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
}
