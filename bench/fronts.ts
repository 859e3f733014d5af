import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Work } from "./job.ts"
import { residentMiB } from "./limits.ts"
import { median } from "./median.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { printTable, type Row } from "./report.ts"
import { ranges, seed } from "./seed.ts"
import { verification } from "./verification.ts"

/**
 * `bun bench/fronts.ts`: the processor time of a verification with 1 and with 2 fronts, of all processes together, as a ratio
 * to one process in the same run.
 */

interface Size {
  readonly rounds: number
  readonly seconds: number
}

export const wholeSize: Size = { rounds: 5, seconds: 3 }
export const quickSize: Size = { rounds: 3, seconds: 1.5 }

interface Case {
  readonly name: string
  readonly atMost: number
  readonly isAsked: boolean
  readonly work: Work
}

/** Microseconds of the processor for one verification. */
interface Cost {
  readonly main: number
  readonly fronts: number
  readonly perSecond: number
}

/** Many, so that the kernel gives every process its share. */
const connections = 128
/** A process that has just started is slower for its first seconds under load. */
const warmUpSeconds = 6
const frontCounts = [0, 1, 2] as const

/** What `bench/cores.ts` computes with: microseconds for one verification. */
export interface Timing {
  readonly name: string
  /** Whether fronts ask the main process. */
  readonly isAsked: boolean
  /** Without fronts. */
  readonly alone: number
  /** With one front, in each of both processes. */
  readonly main: number
  readonly fronts: number
}

export async function measureFronts({ rounds, seconds }: Size): Promise<{
  readonly rows: readonly Row[]
  readonly timings: readonly Timing[]
}> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const servers: Server[] = []
  try {
    const seeded = await seed(join(folder, "0"), 10_000)
    for (const count of frontCounts) {
      const data = join(folder, String(count))
      if (count > 0) cpSync(join(folder, "0"), data, { recursive: true })
    }
    for (const count of frontCounts) servers.push(await start(join(folder, String(count)), count))
    const cases: readonly Case[] = [
      { name: "plain", atMost: 1.15, isAsked: false, work: verification(seeded, { first: 0, count: 10_000 }) },
      { name: "with two limits", atMost: 1.3, isAsked: true, work: verification(seeded, ranges.limited) },
      { name: "with credits", atMost: 1.3, isAsked: true, work: verification(seeded, ranges.metered) },
    ]
    const rows: Row[] = []
    const timings: Timing[] = []
    for (const { name, atMost, isAsked, work } of cases) {
      const costs = servers.map((): Cost[] => [])
      for (const server of servers) await measure(server, work, warmUpSeconds)
      for (let round = 0; round < rounds; round += 1) {
        for (const [place, server] of servers.entries()) costs[place]?.push(await measure(server, work, seconds))
      }
      rows.push(...rowsOf({ name, atMost }, costs))
      timings.push(timingOf({ name, isAsked }, costs))
    }
    for (const [place, { main, fronts }] of servers.entries()) {
      const of = frontCounts[place] ?? 0
      const ofFronts = fronts.map(residentMiB)
      rows.push({
        name: `memory, ${of} fronts`,
        value: residentMiB(main.pid) + ofFronts.reduce((sum, one) => sum + one, 0),
        unit: "MiB",
        note: of === 0 ? "" : `of which ${ofFronts.map(Math.round).join(" and ")} MiB in fronts`,
      })
    }
    return { rows, timings }
  } finally {
    for (const { main } of servers) await main.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function timingOf(
  { name, isAsked }: Pick<Case, "name" | "isAsked">,
  [alone = [], withOne = []]: readonly (readonly Cost[])[],
): Timing {
  return {
    name,
    isAsked,
    alone: median(alone.map(({ main }) => main)),
    main: median(withOne.map(({ main }) => main)),
    fronts: median(withOne.map(({ fronts }) => fronts)),
  }
}

interface Server {
  readonly main: Served
  readonly fronts: readonly number[]
}

async function start(data: string, count: number): Promise<Server> {
  const main = await startKeyward(data, { KEYWARD_FRONTS: String(count) })
  const childrenOf = () => readFileSync(`/proc/${main.pid}/task/${main.pid}/children`, "utf8").trim().split(" ")
  const isReady = () => childrenOf().filter((text) => text !== "").length === count
  while (!isReady()) await Bun.sleep(50)
  return {
    main,
    fronts: childrenOf()
      .filter((text) => text !== "")
      .map(Number),
  }
}

async function measure({ main, fronts }: Server, work: Work, seconds: number): Promise<Cost> {
  const use = () => ({ main: processorMicros(main.pid), fronts: fronts.map(processorMicros) })
  const before = use()
  const durationMs = seconds * 1_000
  const { perSecond } = await load({ ...work, port: main.port, connections, warmupMs: 0, durationMs })
  const after = use()
  const requests = perSecond * seconds
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  return {
    main: (after.main - before.main) / requests,
    fronts: (sum(after.fronts) - sum(before.fronts)) / requests,
    perSecond,
  }
}

function rowsOf({ name, atMost }: Pick<Case, "name" | "atMost">, costs: readonly (readonly Cost[])[]): readonly Row[] {
  const typical = costs.map((some) => median(some.map(({ main, fronts }) => main + fronts)))
  const [alone = 0] = typical
  return typical.map((micros, place): Row => {
    const some = costs[place] ?? []
    const main = median(some.map((cost) => cost.main))
    const perSecond = median(some.map((cost) => cost.perSecond))
    const note = `${micros.toFixed(1)} µs, ${main.toFixed(1)} µs of them in the main process; ${Math.round(perSecond)} per second`
    if (place === 0) return { name: `${name}, one process`, value: micros, unit: "µs", note }
    const unit = "of one process"
    return { name: `${name}, ${frontCounts[place]} fronts`, value: micros / alone, unit, bar: { atMost }, note }
  })
}

if (import.meta.main) printTable((await measureFronts(process.argv.includes("--quick") ? quickSize : wholeSize)).rows)
