import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { SQL } from "bun"
import { dayMs } from "../src/core/durations.ts"
import { openClusterServers } from "./cluster-servers.ts"
import { type Crowd, openCrowd } from "./customers/crowd.ts"
import { reserveAndCommit, spend, turnsPerSecond } from "./customers/reserving.ts"
import type { LoadResult, Work } from "./job.ts"
import { median } from "./median.ts"
import { load, type Served, startKeyward } from "./processes.ts"
import { printTable, type Row } from "./report.ts"

/** What quotas and plans of customers cost a verification. `bun bench/customers.ts` measures only this. */

interface Size {
  /** Keys of each case. */
  readonly keys: number
  /** Customers of a plan, or of a period that ends. */
  readonly customers: number
  readonly rounds: number
}

export const wholeSize: Size = { keys: 10_000, customers: 100_000, rounds: 8 }
export const quickSize: Size = { keys: 2_000, customers: 10_000, rounds: 3 }

interface Place {
  readonly name: string
  readonly nodes: readonly Pick<Served, "port">[]
  /** Moves all counts a day back, so that a period has just ended for every customer. */
  endPeriods(): Promise<void>
}

const say = (what: string) => process.stderr.write(`  ${what} …\n`)
const quota = { limit: 1_000_000_000_000, interval: "daily" }
const credits = { remaining: 1_000_000_000_000 }
const ratelimits = [{ name: "requests", limit: 1_000_000_000, duration: 60_000, autoApply: true }]
const permissions = ["documents.read", "documents.write"]
const query = '{"key":"{n}","permissions":"documents.read"}'

export async function measureCustomers(size: Size): Promise<readonly Row[]> {
  return [...(await measureEmbedded(size)), ...(await measureCluster(size))]
}

async function measureEmbedded(size: Size): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const server = await startKeyward(folder)
  try {
    return await measureAt(
      {
        name: "SQLite",
        nodes: [server],
        async endPeriods() {
          const file = new Database(join(folder, "keyward.db"))
          file.run(`pragma busy_timeout = 5000`)
          file.run(`update identity_balances set period_from = period_from - ${dayMs}`)
          file.close()
        },
      },
      size,
    )
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureCluster(size: Size): Promise<readonly Row[]> {
  const servers = await openClusterServers()
  if (servers === undefined) {
    process.stderr.write("There is no redis-server or valkey-server in PATH: PostgreSQL is not measured.\n")
    return []
  }
  const nodes: Served[] = []
  try {
    const url = await servers.createDatabase("customers")
    for (let number = 0; number < 3; number += 1) nodes.push(await servers.startClustered(url))
    return await measureAt(
      {
        name: "3 nodes",
        nodes,
        async endPeriods() {
          const client = new SQL(url, { max: 1 })
          await client.unsafe(`update identity_balances set period_from = period_from - ${dayMs}`)
          await client.close()
        },
      },
      size,
    )
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await servers.close()
  }
}

async function measureAt(place: Place, size: Size): Promise<readonly Row[]> {
  const crowd = await openCrowd(place.nodes[0]?.port ?? 0)
  const { keys } = size
  say(`${place.name}: storing customers`)
  const { planId } = await crowd.call("plans.createPlan", { name: "bench", permissions, ratelimits })
  const paidByKey = await crowd.add(keys, { key: { credits } })
  const paidByQuota = await crowd.add(keys, { customer: { quota } })
  const paidByBoth = await crowd.add(keys, { key: { credits }, customer: { quota } })
  const own = await crowd.add(keys, { customer: { ratelimits }, key: { permissions } })
  const planned = await crowd.add(keys, { plan: planId })
  const ratio = (name: string, works: readonly [Work, Work], atLeast: number) => {
    say(`${place.name}: ${name}`)
    return compare(place, { name: `${name}, ${place.name}`, works, atLeast, rounds: size.rounds })
  }
  return [
    await ratio("quota only", [paidByKey, paidByQuota], 0.95),
    await ratio("key credits and quota", [paidByKey, paidByBoth], 0.77),
    await ratio(
      "plan",
      [
        { ...own, body: query },
        { ...planned, body: query },
      ],
      0.95,
    ),
    await measureReservations(place, paidByQuota, size),
    await measureFirstSpends(place, paidByQuota),
    ...(await measureUpdatePlan(place, crowd, size)),
  ]
}

interface Comparison {
  readonly name: string
  /** The base, and what is compared with it. */
  readonly works: readonly [Work, Work]
  readonly atLeast: number
  readonly rounds: number
}

/** In alternation, because the speed of a machine changes every second. The median ratio counts. */
async function compare(place: Place, { name, works, atLeast, rounds }: Comparison): Promise<Row> {
  const [base, other] = works
  // Every node loads every key first.
  for (const work of works) await run(place, work, { durationMs: Math.max(1_500, work.count * place.nodes.length) })
  const pairs: { readonly base: number; readonly other: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ base: rateOf(await run(place, base, {})), other: rateOf(await run(place, other, {})) })
  }
  const bases = median(pairs.map((pair) => pair.base))
  const others = median(pairs.map((pair) => pair.other))
  return {
    name,
    value: median(pairs.map((pair) => pair.other / pair.base)),
    unit: "of the base",
    bar: { atLeast },
    note: `${Math.round(others)} of ${Math.round(bases)} per second`,
  }
}

interface Pace {
  readonly durationMs?: number
  /** Of all nodes together. */
  readonly perSecond?: number
}

function run({ nodes }: Place, work: Work, { durationMs = 1_500, perSecond }: Pace): Promise<readonly LoadResult[]> {
  const connections = Math.ceil(64 / nodes.length)
  const rate = perSecond === undefined ? {} : { perSecond: perSecond / nodes.length }
  return Promise.all(nodes.map(({ port }) => load({ ...work, ...rate, port, connections, warmupMs: 300, durationMs })))
}

function rateOf(results: readonly LoadResult[]): number {
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
}

function p99Of(results: readonly LoadResult[]): number {
  return Math.max(...results.map(({ p99 }) => p99))
}

/** Both with the same client, which takes a part of the machine. */
async function measureReservations(place: Place, work: Work, { rounds }: Size): Promise<Row> {
  say(`${place.name}: reserve and commit`)
  const perSecond = (turn: typeof spend) => turnsPerSecond(place, work, turn, 1_500)
  const pairs: { readonly base: number; readonly other: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    pairs.push({ base: await perSecond(spend), other: await perSecond(reserveAndCommit) })
  }
  // The first round warms up.
  const measured = pairs.slice(1)
  return {
    name: `reserve and commit, ${place.name}`,
    value: median(measured.map(({ base, other }) => other / base)),
    unit: "of spends",
    bar: { atLeast: 0.4 },
    note: `${Math.round(median(measured.map(({ other }) => other)))} of ${Math.round(median(measured.map(({ base }) => base)))} per second`,
  }
}

const usualRate = { perSecond: 2_000, durationMs: 4_000 }

/** Each key is used about once, so that nearly every spend begins its customer's period. */
async function measureFirstSpends(place: Place, work: Work): Promise<Row> {
  say(`${place.name}: the first spends of a period`)
  const ratios: number[] = []
  const notes: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const usual = p99Of(await run(place, work, usualRate))
    await place.endPeriods()
    const first = p99Of(await run(place, work, usualRate))
    ratios.push(first / usual)
    notes.push(`${first.toFixed(1)}/${usual.toFixed(1)}`)
  }
  return {
    name: `p99 as a period begins, ${place.name}`,
    value: median(ratios),
    unit: "of the usual",
    bar: { atMost: 2 },
    note: `ms: ${notes.join(", ")}`,
  }
}

async function measureUpdatePlan(place: Place, crowd: Crowd, { customers }: Size): Promise<readonly Row[]> {
  say(`${place.name}: a plan of ${customers.toLocaleString("en")} customers changes`)
  const { planId } = await crowd.call("plans.createPlan", { name: "large", permissions, ratelimits })
  const work = await crowd.add(customers, { plan: planId })
  // Loads every key into the memory of every node.
  for (const node of place.nodes) await run({ ...place, nodes: [node] }, work, { durationMs: customers / 3 })
  const usual = await run(place, work, { perSecond: 2_000, durationMs: 5_000 })
  const startedAt = performance.now()
  await crowd.call("plans.updatePlan", { plan: planId, permissions: [...permissions, "documents.delete"] })
  const updateMs = performance.now() - startedAt
  const after = await run(place, { ...work, body: query }, { perSecond: 2_000, durationMs: 10_000 })
  const refused = after.reduce((sum, { refusedPerSecond }) => sum + refusedPerSecond, 0)
  return [
    { name: `plans.updatePlan, ${place.name}`, value: updateMs, unit: "ms", bar: { atMost: 1_000 } },
    {
      name: `p99 in the 10 s after it, ${place.name}`,
      value: p99Of(after),
      unit: "ms",
      bar: { atMost: 50 },
      note: `${p99Of(usual).toFixed(1)} ms before; ${refused.toFixed(1)} per second refused with 503`,
    },
  ]
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } })
  printTable(await measureCustomers(values.quick ? quickSize : wholeSize))
}
