import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Work } from "./job.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { seed } from "./seed.ts"
import { casesOf } from "./throughput.ts"

/**
 * `bun bench/compare.ts OTHER_CHECKOUT [starts] [words of a case]` compares this checkout with another one.
 *
 * Two processes of the same program differ by up to 10 %, because they compile and collect at different moments.
 * Therefore both are started several times, and the middle of the ratios of all starts counts. The processor time per
 * request is compared too, because other programs disturb it less than throughput.
 */

const [other, startsText = "6", only = ""] = process.argv.slice(2)
if (other === undefined) throw new Error("Name the other checkout: bun bench/compare.ts ../before")
const starts = Number(startsText)
const turns = 8
const keyCount = 300_000
const folder = mkdtempSync(join(tmpdir(), "keyward-compare-"))
const [here, there] = [join(folder, "here"), join(folder, "there")]

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
}

/** Here divided by there. */
interface Ratios {
  readonly throughput: number
  readonly cpu: number
}

try {
  const seeded = await seed(here, keyCount)
  cpSync(here, there, { recursive: true })
  const cases = casesOf(seeded, { keyCount, rounds: turns }).filter(({ name }) => name.includes(only))
  const measured = new Map<string, Ratios[]>(cases.map(({ name }) => [name, []]))
  for (let start = 1; start <= starts; start += 1) {
    process.stderr.write(`Start ${start} of ${starts}\n`)
    const servers = [await startKeyward(there, {}, resolve(other)), await startKeyward(here)] as const
    try {
      for (const { name, work } of cases) measured.get(name)?.push(await compare(servers, work))
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  for (const [name, ratios] of measured) print(name, ratios)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compare(servers: readonly [Served, Served], work: (turn: number) => Work): Promise<Ratios> {
  for (const server of servers) await measure(server, work(0), 1500)
  const results: readonly [Turn[], Turn[]] = [[], []]
  for (let turn = 1; turn <= turns; turn += 1) {
    // The order alternates, so that neither side profits from being second.
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      results[side].push(await measure(servers[side], work(turn), 400))
    }
  }
  const ratio = (value: (turn: Turn) => number) => median(results[1].map(value)) / median(results[0].map(value))
  return { throughput: ratio(({ perSecond }) => perSecond), cpu: ratio(({ cpuMicros }) => cpuMicros) }
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

function print(name: string, ratios: readonly Ratios[]): void {
  const told = (values: readonly number[]) =>
    `× ${median(values).toFixed(3)}  (${values.map((value) => value.toFixed(2)).join(" ")})`
  process.stdout.write(`${name}\n`)
  process.stdout.write(`  requests per second   ${told(ratios.map(({ throughput }) => throughput))}\n`)
  process.stdout.write(`  processor time        ${told(ratios.map(({ cpu }) => cpu))}\n`)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = Math.floor(sorted.length / 2)
  const lower = Math.floor((sorted.length - 1) / 2)
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2
}
