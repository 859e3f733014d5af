import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { median } from "./median.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { printTable, type Row } from "./report.ts"
import { seed } from "./seed.ts"
import { verification } from "./verification.ts"

/**
 * `bun bench/traces.ts [--quick]` verifies keys in turns on two servers: one sends no traces, and one sends a share of them to a
 * collector. Two processes of the same program differ by 10 %, so both are started several times.
 */

interface Size {
  readonly starts: number
  /** Of each server, after each start. */
  readonly turns: number
  readonly turnMs: number
}

export const wholeSize: Size = { starts: 4, turns: 2, turnMs: 4_000 }
export const quickSize: Size = { starts: 2, turns: 2, turnMs: 1_500 }

const keyCount = 10_000
/** The compiler of the runtime still changes the code of a new process for the first 5 seconds of load. */
const warmupMs = 6_000

export async function measureTraces(size: Size): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-traces-"))
  const collector = Bun.serve({
    port: 0,
    fetch: async (request) => new Response((await request.bytes()).subarray(0, 0)),
  })
  try {
    const [plain, traced] = [join(folder, "plain"), join(folder, "traced")]
    const seeded = await seed(plain, keyCount)
    cpSync(plain, traced, { recursive: true })
    const work = verification(seeded, { first: 0, count: keyCount })
    const measure = async (share: number): Promise<readonly Pair[]> => {
      const pairs: Pair[] = []
      for (let start = 1; start <= size.starts; start += 1) {
        const settings = {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin,
          OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
          OTEL_TRACES_SAMPLER_ARG: String(share),
        }
        const servers = [await startKeyward(plain), await startKeyward(traced, settings)] as const
        const turn = (server: Served, durationMs: number) => turnOf(server, { ...work, connections: 64, durationMs })
        try {
          for (const server of servers) await turn(server, warmupMs)
          for (let count = 1; count <= size.turns; count += 1) {
            // The order alternates, so that neither side profits from being second.
            const order = count % 2 === 0 ? [1, 0] : [0, 1]
            const turns: Turn[] = []
            for (const side of order) turns[side] = await turn(servers[side === 0 ? 0 : 1], size.turnMs)
            const [without, traced] = turns
            if (without !== undefined && traced !== undefined) pairs.push({ without, traced })
          }
        } finally {
          for (const server of servers) await server.stop()
        }
      }
      return pairs
    }
    return [rowOf("1 %", await measure(0.01), { atLeast: 0.95 }), rowOf("100 %", await measure(1))]
  } finally {
    await collector.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Turn {
  readonly perSecond: number
  /** For one request. */
  readonly micros: number
}

interface Pair {
  readonly without: Turn
  readonly traced: Turn
}

type Job = Omit<Parameters<typeof load>[0], "port" | "warmupMs">

async function turnOf({ port, pid }: Served, job: Job): Promise<Turn> {
  const before = processorMicros(pid)
  const { perSecond } = await load({ ...job, port, warmupMs: 0 })
  return { perSecond, micros: (processorMicros(pid) - before) / ((perSecond * job.durationMs) / 1_000) }
}

/** Processor time, because a busy machine disturbs it less than throughput. */
function rowOf(share: string, pairs: readonly Pair[], bar?: Row["bar"]): Row {
  const throughput = median(pairs.map(({ without, traced }) => traced.perSecond / without.perSecond))
  const [before, after] = [
    median(pairs.map(({ without }) => without.micros)),
    median(pairs.map(({ traced }) => traced.micros)),
  ]
  return {
    name: `verify while ${share} of the requests are traced, by processor time`,
    value: median(pairs.map(({ without, traced }) => without.micros / traced.micros)),
    unit: "of no traces",
    ...(bar !== undefined && { bar }),
    note: `${before.toFixed(1)} → ${after.toFixed(1)} µs, throughput × ${throughput.toFixed(2)}, ${pairs.length} turns`,
  }
}

if (import.meta.main) {
  const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values
  printTable(await measureTraces(quick ? quickSize : wholeSize))
}
