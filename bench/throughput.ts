import type { LoadResult, Work } from "./job.ts"
import { load, type Served, startBaseline, startKeyward } from "./processes.ts"
import type { Row } from "./report.ts"
import { ranges, type Seeded } from "./seed.ts"

interface Setting {
  readonly folder: string
  readonly seeded: Seeded
  readonly keyCount: number
  readonly seconds: number
}

interface Case {
  readonly name: string
  readonly atLeast: number
  readonly work: Work
  readonly warmupMs?: number
}

/** Throughput of one server process against that of the baseline, measured before and after each case. */
export async function measureThroughput({ folder, seeded, keyCount, seconds }: Setting): Promise<readonly Row[]> {
  const server = await startKeyward(folder)
  const baseline = await startBaseline()
  const rows: Row[] = []
  try {
    const run = (to: Served, work: Work, warmupMs = 1500) =>
      load({ ...work, port: to.port, connections: 64, warmupMs, durationMs: seconds * 1000 })
    const plain = verification(seeded, { first: 0, count: 10_000 })
    await run(server, plain)
    for (const { name, atLeast, work, warmupMs } of casesOf(seeded, keyCount)) {
      const before = await run(baseline, plain, 500)
      const result = await run(server, work, warmupMs)
      const after = await run(baseline, plain, 500)
      const base = (before.perSecond + after.perSecond) / 2
      rows.push({
        name,
        value: result.perSecond / base,
        unit: "of baseline",
        bar: { atLeast },
        note: told(result, base),
      })
    }
    rows.push(...(await measureLatency({ server, baseline, seeded, plain, seconds })))
  } finally {
    await server.stop()
    await baseline.stop()
  }
  return rows
}

function casesOf(seeded: Seeded, keyCount: number): readonly Case[] {
  const query = '{"key":"{n}","permissions":"documents.read AND (documents.write OR documents.admin)"}'
  return [
    {
      name: "verify, plain key, warm, 10k keys",
      atLeast: 0.75,
      work: verification(seeded, { first: 0, count: 10_000 }),
    },
    {
      name: "verify with permission query and identity",
      atLeast: 0.7,
      work: { ...verification(seeded, ranges.permitted), body: query },
    },
    { name: "verify with two rate limits", atLeast: 0.68, work: verification(seeded, ranges.limited) },
    { name: "verify with credits (durable)", atLeast: 0.65, work: verification(seeded, ranges.metered) },
    {
      name: "verify, cold (another key each time)",
      atLeast: 0.4,
      work: verification(seeded, { first: 20_000, count: keyCount - 20_000 }),
      warmupMs: 300,
    },
    { name: "ratelimit.limit", atLeast: 0.75, work: limiting(seeded) },
  ]
}

export function verification({ rootKey }: Seeded, numbers: { first: number; count: number }): Work {
  return { path: "/v2/keys.verifyKey", bearer: rootKey, body: '{"key":"{n}"}', expect: '"VALID"', ...numbers }
}

function limiting({ rootKey }: Seeded): Work {
  const body = '{"namespace":"bench","identifier":"{n}","limit":1000000000,"duration":60000}'
  return { path: "/v2/ratelimit.limit", bearer: rootKey, body, expect: '"success":true', first: 0, count: 10_000 }
}

interface Latency {
  readonly server: Served
  readonly baseline: Served
  readonly seeded: Seeded
  readonly plain: Work
  readonly seconds: number
}

/** p99 of the plain case at 60 % of its own peak, alone and while another client creates keys as fast as it can. */
async function measureLatency({ server, baseline, seeded, plain, seconds }: Latency): Promise<readonly Row[]> {
  const timing = { warmupMs: 500, durationMs: seconds * 1000, connections: 256 }
  const peak = await load({ ...plain, port: server.port, ...timing, connections: 64 })
  const perSecond = peak.perSecond * 0.6
  const base = await load({ ...plain, port: baseline.port, ...timing, perSecond })
  const alone = await load({ ...plain, port: server.port, ...timing, perSecond })
  const creating = load({ ...creation(seeded), port: server.port, ...timing, connections: 4 })
  const beside = await load({ ...plain, port: server.port, ...timing, perSecond })
  const created = await creating
  return [
    {
      name: "p99 at 60 % of peak",
      value: alone.p99 / base.p99,
      unit: "of baseline",
      bar: { atMost: 1.5 },
      note: `${alone.p99.toFixed(2)} ms against ${base.p99.toFixed(2)} ms`,
    },
    {
      name: "p99 while keys are created",
      value: beside.p99 / alone.p99,
      unit: "of alone",
      bar: { atMost: 2 },
      note: `${beside.p99.toFixed(2)} ms`,
    },
    { name: "createKey (durable), beside it", value: created.perSecond, unit: "per second" },
  ]
}

export function creation({ rootKey, apiId }: Seeded): Work {
  const body = JSON.stringify({ apiId, name: "{n}" })
  return { path: "/v2/keys.createKey", bearer: rootKey, body, expect: '"keyId"', first: 5_000_000, count: 1000 }
}

function told({ perSecond, p99, generatorCpu }: LoadResult, base: number): string {
  const generator = `generator used ${Math.round(generatorCpu * 100)} % of a core`
  return `${Math.round(perSecond)} of ${Math.round(base)} per second, p99 ${p99.toFixed(1)} ms, ${generator}`
}
