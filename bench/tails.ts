import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { LoadResult, Work } from "./job.ts"
import { load, startBaseline, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { type Seeded, seed } from "./seed.ts"
import { verification } from "./verification.ts"

interface Setting {
  readonly folder: string
  readonly seeded: Seeded
  readonly seconds: number
}

interface Pair {
  readonly base: LoadResult
  readonly result: LoadResult
}

const rounds = 5

/**
 * The p99 of plain verifications at a share of their peak, against the bare server at the same rate, and while another
 * client creates keys as fast as it can. `bun bench/tails.ts` measures only this.
 */
export async function measureTails({ folder, seeded, seconds }: Setting): Promise<readonly Row[]> {
  const server = await startKeyward(folder)
  const baseline = await startBaseline()
  try {
    const timing = { warmupMs: 500, durationMs: (seconds * 1000) / 2 }
    const rows: Row[] = []
    for (const keys of [10, 10_000]) {
      const plain = { ...verification(seeded, { first: 0, count: keys }), ...timing }
      await load({ ...plain, port: server.port, connections: 64 })
      const peak = await load({ ...plain, port: server.port, connections: 64 })
      for (const share of [0.3, 0.6]) {
        const paced = { ...plain, connections: 256, perSecond: peak.perSecond * share }
        const alone: Pair[] = []
        const beside: Pair[] = []
        for (let round = 0; round < rounds; round += 1) {
          const base = await load({ ...paced, port: baseline.port })
          const result = await load({ ...paced, port: server.port })
          const creating = load({ ...creation(seeded), ...timing, port: server.port, connections: 4 })
          alone.push({ base, result })
          beside.push({ base: result, result: await load({ ...paced, port: server.port }) })
          await creating
        }
        const where = `at ${share * 100} % of peak, ${keys.toLocaleString("en")} keys`
        rows.push({ ...rowOf(`p99 ${where}`, alone), unit: "of baseline", bar: { atMost: 1.5 } })
        rows.push({ ...rowOf(`p99 ${where}, while keys are created`, beside), unit: "of alone", bar: { atMost: 2 } })
      }
    }
    return rows
  } finally {
    await server.stop()
    await baseline.stop()
  }
}

/** The median of the ratios, because one disturbance spoils a round. */
function rowOf(name: string, pairs: readonly Pair[]) {
  const sorted = pairs.toSorted((one, other) => ratio(one) - ratio(other))
  const typical = sorted[Math.floor(sorted.length / 2)]
  if (typical === undefined) throw new Error("Nothing was measured.")
  const { base, result } = typical
  return { name, value: ratio(typical), note: `${result.p99.toFixed(2)} ms against ${base.p99.toFixed(2)} ms` }
}

function ratio({ base, result }: Pair): number {
  return result.p99 / base.p99
}

export function creation({ rootKey, apiId }: Seeded): Work {
  const body = JSON.stringify({ apiId, name: "{n}" })
  return { path: "/v2/keys.createKey", bearer: rootKey, body, expect: '"keyId"', first: 5_000_000, count: 1000 }
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  try {
    printTable(await measureTails({ folder, seeded: await seed(folder, 20_000), seconds: 6 }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
