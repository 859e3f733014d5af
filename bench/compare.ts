import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { openClusterServers } from "./cluster-servers.ts"
import type { Work } from "./job.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { type Seeded, seed, seedThrough } from "./seed.ts"
import { casesOf } from "./throughput.ts"

/**
 * `bun bench/compare.ts OTHER_CHECKOUT [starts] [words of a case] [--postgres]` compares this checkout with another one. Each
 * side has a database of its own, which its own checkout has made.
 *
 * Two processes of the same program differ by 10 % and more, because they compile and collect at different moments.
 * Therefore both are started several times. Disturbances only slow a turn down, so the fastest tenth of all turns is
 * compared, with the middle of the starts beside it. Other programs disturb processor time less than throughput.
 */

const { values: flags, positionals } = parseArgs({ options: { postgres: { type: "boolean" } }, allowPositionals: true })
const [other, startsText = "3", only = ""] = positionals
if (other === undefined) throw new Error("Name the other checkout: bun bench/compare.ts ../before")
const starts = Number(startsText)
const turns = 4
/** Longer than usage is collected, so that a turn includes storing it. */
const turnMs = 6_000
/** The compiler of the runtime still changes the code of a new process for the first 5 seconds of load. */
const warmupMs = 6_000
/** On PostgreSQL, all keys are created through the service. */
const keyCount = flags.postgres ? 40_000 : 300_000
const folder = mkdtempSync(join(tmpdir(), "keyward-compare-"))
const own = join(import.meta.dir, "..")

interface Turn {
  readonly perSecond: number
  readonly cpuMicros: number
}

type TurnWork = (turn: number) => Work

/** The turns of one start: there, here. */
type Sides = readonly [Turn[], Turn[]]

/** One checkout with its database. */
interface Side {
  readonly cases: ReturnType<typeof casesOn>
  start(): Promise<Served>
}

const clustered = flags.postgres ? await openClusterServers() : undefined
if (flags.postgres && clustered === undefined) throw new Error("The comparison on PostgreSQL needs redis-server.")
try {
  const sides = [await sideOf("there", resolve(other)), await sideOf("here", own)] as const
  const measured = new Map<string, Sides[]>(sides[0].cases.map(({ name }) => [name, []]))
  for (let start = 1; start <= starts; start += 1) {
    process.stderr.write(`Start ${start} of ${starts}\n`)
    const servers = [await sides[0].start(), await sides[1].start()] as const
    try {
      for (const [place, { name, work }] of sides[0].cases.entries()) {
        const works = [work, sides[1].cases[place]?.work ?? work] as const
        measured.get(name)?.push(await compare(servers, works))
      }
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  for (const [name, ratios] of measured) print(name, ratios)
} finally {
  await clustered?.close()
  rmSync(folder, { recursive: true, force: true })
}

async function sideOf(name: string, checkout: string): Promise<Side> {
  if (clustered === undefined) {
    const data = join(folder, name)
    return { cases: casesOn(await seed(data, keyCount, checkout)), start: () => startKeyward(data, {}, checkout) }
  }
  const url = await clustered.createDatabase(`compare_${name}`)
  const start = () => clustered.startClustered(url, checkout)
  const server = await start()
  const seeded = await seedThrough(server, keyCount)
  await server.stop()
  return { cases: casesOn(seeded), start }
}

function casesOn(seeded: Pick<Seeded, "rootKey" | "apiId">) {
  const creating = {
    name: "keys.createKey",
    work: (): Work => ({
      ...{ path: "/v2/keys.createKey", bearer: seeded.rootKey, expect: '"keyId"', first: 0, count: 10_000 },
      body: JSON.stringify({ apiId: seeded.apiId, name: "{n}" }),
    }),
  }
  const all = [...casesOf(seeded, { keyCount, rounds: turns }), creating]
  return all.filter(({ name }) => name.includes(only))
}

async function compare(servers: readonly [Served, Served], works: readonly [TurnWork, TurnWork]): Promise<Sides> {
  for (const side of [0, 1] as const) await measure(servers[side], works[side](0), warmupMs)
  const results: Sides = [[], []]
  for (let turn = 1; turn <= turns; turn += 1) {
    // The order alternates, so that neither side profits from being second.
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      results[side].push(await measure(servers[side], works[side](turn), turnMs))
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
