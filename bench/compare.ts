import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Work } from "./job.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { seed } from "./seed.ts"
import { casesOf } from "./throughput.ts"

/**
 * `bun bench/compare.ts OTHER_CHECKOUT [starts] [words of a case]` compares this checkout with another one.
 *
 * Two processes of the same program differ by 10 % and more, because they compile and collect at different moments.
 * Therefore both are started several times. Disturbances only slow a turn down, so the fastest tenth of all turns is
 * compared, with the middle of the starts beside it. Other programs disturb processor time less than throughput.
 */

const [other, startsText = "3", only = ""] = process.argv.slice(2)
if (other === undefined) throw new Error("Name the other checkout: bun bench/compare.ts ../before")
const starts = Number(startsText)
const turns = 4
/** Longer than usage is collected, so that a turn includes storing it. */
const turnMs = 6_000
/** The compiler of the runtime still changes the code of a new process for the first 5 seconds of load. */
const warmupMs = 6_000
const keyCount = 300_000
const folder = mkdtempSync(join(tmpdir(), "keyward-compare-"))
const [here, there] = [join(folder, "here"), join(folder, "there")]

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
}

/** The turns of one start: there, here. */
type Sides = readonly [Turn[], Turn[]]

try {
  // The other checkout is older, and a version refuses a schema that is newer than itself.
  const seeded = await seed(there, keyCount, resolve(other))
  cpSync(there, here, { recursive: true })
  const cases = casesOf(seeded, { keyCount, rounds: turns }).filter(({ name }) => name.includes(only))
  const measured = new Map<string, Sides[]>(cases.map(({ name }) => [name, []]))
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

async function compare(servers: readonly [Served, Served], work: (turn: number) => Work): Promise<Sides> {
  for (const server of servers) await measure(server, work(0), warmupMs)
  const results: Sides = [[], []]
  for (let turn = 1; turn <= turns; turn += 1) {
    // The order alternates, so that neither side profits from being second.
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      results[side].push(await measure(servers[side], work(turn), turnMs))
    }
  }
  return results
}

async function measure(server: Served, work: Work, durationMs: number): Promise<Turn> {
  const before = processorMicros(server.pid)
  const { perSecond } = await load({ ...work, port: server.port, connections: 64, warmupMs: 0, durationMs })
  const requests = (perSecond * durationMs) / 1000
  return { perSecond, cpuMicros: (processorMicros(server.pid) - before) / requests }
}

function print(name: string, starts: readonly Sides[]): void {
  const line = (value: (turn: Turn) => number, fastest: number, digits: number) => {
    const [there, here] = ([0, 1] as const).map((side) =>
      quantile(
        starts.flatMap((sides) => sides[side].map(value)),
        fastest,
      ),
    )
    const middles = starts.map((sides) => ratio(sides.map((side) => quantile(side.map(value), 0.5))))
    return `× ${ratio([there, here])} (${there?.toFixed(digits)} → ${here?.toFixed(digits)})  starts ${middles.join(" ")}\n`
  }
  process.stdout.write(`${name}\n`)
  process.stdout.write(`  requests per second  ${line(({ perSecond }) => perSecond, 0.9, 0)}`)
  process.stdout.write(`  processor time, µs   ${line(({ cpuMicros }) => cpuMicros, 0.1, 1)}`)
}

function ratio([there = Number.NaN, here = Number.NaN]: readonly (number | undefined)[]): string {
  return (here / there).toFixed(3)
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}
