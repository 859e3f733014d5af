import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Work } from "./job.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { seed } from "./seed.ts"
import { casesOf } from "./throughput.ts"

/**
 * `bun bench/compare.ts OTHER_CHECKOUT [turns] [words of a case]`: this checkout against another one, in short turns.
 * The processor time of a request is compared too, because other programs on the machine disturb it less than throughput.
 */

const [other, turnsText = "20", only = ""] = process.argv.slice(2)
if (other === undefined) throw new Error("Name the other checkout: bun bench/compare.ts ../before")
const turns = Number(turnsText)
const keyCount = 300_000
const folder = mkdtempSync(join(tmpdir(), "keyward-compare-"))
const [here, there] = [join(folder, "here"), join(folder, "there")]

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
}

try {
  const seeded = await seed(here, keyCount)
  cpSync(here, there, { recursive: true })
  const servers = [await startKeyward(there, {}, resolve(other)), await startKeyward(here)] as const
  try {
    for (const { name, work } of casesOf(seeded, { keyCount, rounds: turns })) {
      if (!name.includes(only)) continue
      for (const server of servers) await measure(server, work(0), 1500)
      const results: readonly [Turn[], Turn[]] = [[], []]
      for (let turn = 1; turn <= turns; turn += 1) {
        // The order changes with every turn, so that neither side profits from being second.
        for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          results[side].push(await measure(servers[side], work(turn), 400))
        }
      }
      print(name, results)
    }
  } finally {
    for (const server of servers) await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(server: Served, work: Work, durationMs: number): Promise<Turn> {
  const before = cpuMicrosOf(server.pid)
  const { perSecond } = await load({ ...work, port: server.port, connections: 64, warmupMs: 0, durationMs })
  const requests = (perSecond * durationMs) / 1000
  return { perSecond, cpuMicros: (cpuMicrosOf(server.pid) - before) / requests }
}

/** Of all threads of the process, as the scheduler of Linux counts it. */
function cpuMicrosOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanos = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  )
  return nanos.reduce((sum, each) => sum + each, 0) / 1000
}

/** Undisturbed turns tell most: the quarter of them that went best decides. */
function print(name: string, [before, now]: readonly [readonly Turn[], readonly Turn[]]): void {
  const rates = [before, now].map((side) =>
    quantile(
      side.map(({ perSecond }) => perSecond),
      0.75,
    ),
  )
  const times = [before, now].map((side) =>
    quantile(
      side.map(({ cpuMicros }) => cpuMicros),
      0.25,
    ),
  )
  const throughput = `throughput × ${ratio(rates)} (${rates.map(Math.round).join(" → ")} per second)`
  const time = `processor time × ${ratio(times)} (${times.map((each) => each.toFixed(1)).join(" → ")} µs)`
  process.stdout.write(`${name.padEnd(44)} ${throughput}, ${time}\n`)
}

function ratio([before = 0, now = 0]: readonly number[]): string {
  return (now / before).toFixed(3)
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}
