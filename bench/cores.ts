import { measureFronts, quickSize, type Timing, wholeSize } from "./fronts.ts"
import { printTable, type Row } from "./report.ts"

/**
 * `bun bench/cores.ts`: a simulation, not a measurement. It measures the processor time of verifications on this machine, and
 * computes from it what machines with more cores would verify, with one core for each process and nothing else on them.
 */

/** Microseconds of the processor for one verification. */
interface Costs {
  /** In one process without fronts. */
  readonly alone: number
  /** In the front that has accepted it, and in the main process if the front must ask. */
  readonly front: number
  readonly ask: number
}

const coreCounts = [4, 8, 16] as const
const connectionsPerCore = 32
const simulatedMicros = 400_000

/** Half of the connections of a server with one front belong to the front. */
function costsOf({ alone, main, fronts }: Timing): Costs {
  return { alone, front: 2 * fronts, ask: Math.max(0, 2 * main - alone) }
}

/** Verifications per second. Each connection sends its next request when it has its answer. */
function simulate(processes: number, { alone, front, ask }: Costs): { perSecond: number; mainBusy: number } {
  const freeAt = new Float64Array(processes)
  const busy = new Float64Array(processes)
  const serve = (place: number, from: number, micros: number): number => {
    const start = Math.max(from, freeAt[place] ?? 0)
    freeAt[place] = start + micros
    busy[place] = (busy[place] ?? 0) + micros
    return start + micros
  }
  // The first process is the main process. The kernel gives every process its share of the connections.
  const turns = Array.from({ length: processes * connectionsPerCore }, (_, index) => ({
    place: index % processes,
    at: 0,
  }))
  let answered = 0
  for (;;) {
    const next = turns.reduce((first, one) => (one.at < first.at ? one : first))
    if (next.at > simulatedMicros) break
    const { place, at } = next
    if (place === 0) next.at = serve(0, at, alone)
    else {
      const read = serve(place, at, front)
      next.at = ask > 0 ? serve(0, read, ask) : read
    }
    answered += 1
  }
  return { perSecond: (answered / simulatedMicros) * 1_000_000, mainBusy: (busy[0] ?? 0) / simulatedMicros }
}

function rowsOf(timings: readonly Timing[]): readonly Row[] {
  return timings.flatMap((timing) => {
    const costs = costsOf(timing)
    const one = 1_000_000 / costs.alone
    return coreCounts.map((cores): Row => {
      const { perSecond, mainBusy } = simulate(cores, timing.isAsked ? costs : { ...costs, ask: 0 })
      const name = `simulated: ${timing.name}, ${cores} cores, ${cores - 1} fronts`
      const note = `${Math.round(perSecond)} per second; main process ${Math.round(100 * Math.min(1, mainBusy))} % busy`
      return { name, value: perSecond / one, unit: "of one process", note }
    })
  })
}

const { timings } = await measureFronts(process.argv.includes("--quick") ? quickSize : wholeSize)
printTable(rowsOf(timings))
