import type { LoadResult, Work } from "./job.ts"
import { load, type Served, startBaseline, startKeyward } from "./processes.ts"
import type { Row } from "./report.ts"
import { ranges, type Seeded } from "./seed.ts"
import { verification } from "./verification.ts"

interface Setting {
  readonly folder: string
  readonly seeded: Seeded
  readonly keyCount: number
  readonly seconds: number
}

interface Case {
  readonly name: string
  readonly atLeast: number
  work(round: number): Work
}

/** The speed of a machine changes every second, so only interleaved measurements are comparable. */
const rounds = 5

/**
 * Compares the throughput of one server process with the baseline, several times in alternation. The median ratio
 * counts.
 */
export async function measureThroughput({ folder, seeded, keyCount, seconds }: Setting): Promise<readonly Row[]> {
  const server = await startKeyward(folder)
  const baseline = await startBaseline()
  const rows: Row[] = []
  try {
    const run = (to: Served, work: Work, warmupMs = 200) =>
      load({ ...work, port: to.port, connections: 64, warmupMs, durationMs: (seconds * 1000) / rounds })
    const plain = verification(seeded, { first: 0, count: 10_000 })
    await run(server, plain, 3000)
    await run(baseline, plain, 1500)
    for (const { name, atLeast, work } of casesOf(seeded, { keyCount, rounds })) {
      await run(server, work(0), 500)
      const pairs: Pair[] = []
      for (let round = 1; round <= rounds; round += 1) {
        const base = await run(baseline, plain)
        pairs.push({ base, result: await run(server, work(round)) })
      }
      const typical = median(pairs, throughputRatio)
      rows.push({
        name,
        value: throughputRatio(typical),
        unit: "of baseline",
        bar: { atLeast },
        note: summaryOf(typical),
      })
    }
  } finally {
    await server.stop()
    await baseline.stop()
  }
  return rows
}

interface Pair {
  readonly base: LoadResult
  readonly result: LoadResult
}

function throughputRatio({ base, result }: Pair): number {
  return result.perSecond / base.perSecond
}

function median(pairs: readonly Pair[], by: (pair: Pair) => number): Pair {
  const middle = pairs.toSorted((one, other) => by(one) - by(other))[Math.floor(pairs.length / 2)]
  if (middle === undefined) throw new Error("Nothing was measured.")
  return middle
}

interface Extent {
  readonly keyCount: number
  readonly rounds: number
}

export function casesOf(seeded: Pick<Seeded, "rootKey">, { keyCount, rounds }: Extent): readonly Case[] {
  const unseen = Math.floor((keyCount - 20_000) / (rounds + 1))
  const query = '{"key":"{n}","permissions":"documents.read AND (documents.write OR documents.admin)"}'
  return [
    {
      name: "verify, plain key, warm, one key",
      atLeast: 0.75,
      work: () => verification(seeded, { first: 0, count: 1 }),
    },
    {
      name: "verify, plain key, warm, 10k keys",
      atLeast: 0.75,
      work: () => verification(seeded, { first: 0, count: 10_000 }),
    },
    {
      name: "verify with permission query and identity",
      atLeast: 0.7,
      work: () => ({ ...verification(seeded, ranges.permitted), body: query }),
    },
    { name: "verify with two rate limits", atLeast: 0.68, work: () => verification(seeded, ranges.limited) },
    { name: "verify with credits (durable)", atLeast: 0.65, work: () => verification(seeded, ranges.metered) },
    {
      name: "verify, cold (another key each time)",
      atLeast: 0.4,
      work: (round) => verification(seeded, { first: 20_000 + round * unseen, count: unseen }),
    },
    { name: "ratelimit.limit", atLeast: 0.75, work: () => limiting(seeded) },
  ]
}

function limiting({ rootKey }: Pick<Seeded, "rootKey">): Work {
  const body = '{"namespace":"bench","identifier":"{n}","limit":1000000000,"duration":60000}'
  return { path: "/v2/ratelimit.limit", bearer: rootKey, body, expect: '"success":true', first: 0, count: 10_000 }
}

function summaryOf({ base, result: { perSecond, p99, generatorCpu } }: Pair): string {
  const generator = `generator used ${Math.round(generatorCpu * 100)} % of a core`
  return `${Math.round(perSecond)} of ${Math.round(base.perSecond)} per second, p99 ${p99.toFixed(1)} ms, ${generator}`
}
