import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Work } from "./job.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { seed } from "./seed.ts"
import { casesOf } from "./throughput.ts"

/**
 * `bun bench/compare.ts OTHER_CHECKOUT [turns] [words of a case]` compares this checkout with another one in short
 * turns. It also compares processor time per request, which other programs disturb less than throughput.
 */

const [other, turnsText = "20", only = ""] = process.argv.slice(2)
if (other === undefined) throw new Error("Name the other checkout: bun bench/compare.ts ../before")
const turns = Number(turnsText)
const keyCount = 300_000
const folder = mkdtempSync(join(tmpdir(), "keyward-compare-"))
const [here, there] = [join(folder, "here"), join(folder, "there")]

type Sides = readonly [Turn[], Turn[]]

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
      const results: Sides = [[], []]
      for (let turn = 1; turn <= turns; turn += 1) {
        // The order alternates, so that neither side profits from being second.
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

/** The time of all threads of the process, as Linux counts it. */
function cpuMicrosOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanos = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  )
  return nanos.reduce((sum, each) => sum + each, 0) / 1000
}

/** Disturbances only slow a turn down, so the best turns are compared, with the median beside them. */
function print(name: string, sides: Sides): void {
  const rates = sides.map((side) => side.map(({ perSecond }) => perSecond))
  const times = sides.map((side) => side.map(({ cpuMicros }) => cpuMicros))
  const at = (values: readonly (readonly number[])[], share: number) => values.map((side) => quantile(side, share))
  const told = (pair: readonly number[], digits: number) =>
    `× ${ratio(pair)} (${pair.map((one) => one.toFixed(digits)).join(" → ")})`
  process.stdout.write(`${name}\n`)
  process.stdout.write(`  requests per second  best ${told(at(rates, 0.9), 0)}  middle ${told(at(rates, 0.5), 0)}\n`)
  process.stdout.write(`  processor time, µs   best ${told(at(times, 0.1), 1)}  middle ${told(at(times, 0.5), 1)}\n`)
}

function ratio([before = 0, now = 0]: readonly number[]): string {
  return (now / before).toFixed(3)
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}
