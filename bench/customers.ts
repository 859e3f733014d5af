import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { SQL } from "bun"
import { dayMs } from "../src/core/durations.ts"
import { benchKey } from "./bench-key.ts"
import { openClusterServers } from "./cluster-servers.ts"
import { type Crowd, each, openCrowd } from "./customers/crowd.ts"
import { compare, type Pair, type Place, p99Of, rateOf, rowOf, run, turnMs, warmupMs } from "./customers/place.ts"
import { countTurns, reserveAndCommit, spend } from "./customers/reserving.ts"
import type { Work } from "./job.ts"
import { median } from "./median.ts"
import { type Served, startKeyward } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { printTable, type Row } from "./report.ts"
import { measureMemory, memoryPerKey } from "./storage.ts"

/**
 * What quotas and plans of customers cost a verification. `bun bench/customers.ts` measures only this, with `--sqlite` or
 * `--nodes` at one place, and with words as in `bun bench/customers.ts --sqlite "quota only"` some cases.
 */

interface Size {
  /** Keys of each case. */
  readonly keys: number
  /** Customers of a plan, or of a period that ends. */
  readonly customers: number
  readonly rounds: number
  /** Names of cases; all if absent. */
  readonly words?: readonly string[]
}

export const wholeSize: Size = { keys: 10_000, customers: 100_000, rounds: 8 }
export const quickSize: Size = { keys: 2_000, customers: 10_000, rounds: 3 }

const say = (what: string) => process.stderr.write(`  ${what} …\n`)
const quota = { limit: 1_000_000_000_000, interval: "daily" }
const credits = { remaining: 1_000_000_000_000 }
const ratelimits = [{ name: "requests", limit: 1_000_000_000, duration: 60_000, autoApply: true }]
const permissions = ["documents.read", "documents.write"]
const query = '{"key":"{n}","permissions":"documents.read"}'

export async function measureCustomers(size: Size): Promise<readonly Row[]> {
  return [...(await measureEmbedded(size)), await measureKeyMemory(size), ...(await measureCluster(size))]
}

/** Keys of customers that each have everything: a plan, a quota and credits. Other customers warm the server up first. */
async function measureKeyMemory({ keys, customers }: Size): Promise<Row> {
  say("SQLite: storing customers for the measurement of memory")
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  let server = await startKeyward(folder)
  try {
    const crowd = await openCrowd(server.port)
    const { planId } = await crowd.call("plans.createPlan", { name: "bench", permissions })
    const settings = { plan: planId, customer: { quota, credits } }
    const warmUp = await crowd.add(keys, settings)
    const work = await crowd.add(customers, settings)
    await server.stop()
    server = await startKeyward(folder)
    say("SQLite: memory per key of a customer")
    await verifyEach(server, warmUp)
    const { port } = server
    const memory = await measureMemory(server, () => verifyEach({ port }, work))
    return memoryPerKey("memory per key of a customer", memory, customers)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Verifies each key once, so that all of them are in memory. */
function verifyEach({ port }: Pick<Served, "port">, work: Work): Promise<void> {
  const keys = Array.from({ length: work.count }, (_, index) => benchKey(work.first + index))
  return each(keys, (key) => spend(port, work, key))
}

async function measureEmbedded(size: Size): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const server = await startKeyward(folder)
  try {
    return await measureAt(
      {
        name: "SQLite",
        nodes: [server],
        micros: async () => processorMicros(server.pid),
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
  const url = await servers.createDatabase("customers")
  const client = new SQL(url, { max: 1 })
  try {
    for (let number = 0; number < 3; number += 1) nodes.push(await servers.startClustered(url))
    return await measureAt(
      {
        name: "3 nodes",
        nodes,
        async micros() {
          const backends = await client.unsafe<{ pid: number }[]>("select pid from pg_stat_activity")
          return [...nodes, ...backends].reduce((sum, { pid }) => sum + processorMicros(pid), 0)
        },
        async endPeriods() {
          await client.unsafe(`update identity_balances set period_from = period_from - ${dayMs}`)
        },
      },
      size,
    )
  } finally {
    await client.close()
    await Promise.all(nodes.map((node) => node.stop()))
    await servers.close()
  }
}

async function measureAt(place: Place, size: Size): Promise<readonly Row[]> {
  const crowd = await openCrowd(place.nodes[0]?.port ?? 0)
  const { keys } = size
  say(`${place.name}: storing customers`)
  const { planId } = await crowd.call("plans.createPlan", { name: "bench", permissions, ratelimits })
  const compared = async (name: string, atLeast: number, addWorks: () => Promise<readonly [Work, Work]>) => {
    say(`${place.name}: ${name}`)
    return [
      await compare(place, { name: `${name}, ${place.name}`, works: await addWorks(), atLeast, rounds: size.rounds }),
    ]
  }
  const addPaidByKey = () => crowd.add(keys, { key: { credits } })
  const addPaidByQuota = () => crowd.add(keys, { customer: { quota } })
  const addPaidByBoth = () => crowd.add(keys, { key: { credits }, customer: { quota } })
  const addOwn = () => crowd.add(keys, { customer: { ratelimits }, key: { permissions } })
  const addPlanned = () => crowd.add(keys, { plan: planId })
  const asking = (work: Work): Work => ({ ...work, body: query })
  const cases: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
    "quota only": () => compared("quota only", 0.95, async () => [await addPaidByKey(), await addPaidByQuota()]),
    "key credits and quota": () =>
      compared("key credits and quota", 0.77, async () => [await addPaidByKey(), await addPaidByBoth()]),
    plan: () => compared("plan", 0.95, async () => [asking(await addOwn()), asking(await addPlanned())]),
    reservations: async () => [await measureReservations(place, await addPaidByQuota(), size)],
    "first spends": async () => [await measureFirstSpends(place, await addPaidByQuota())],
    updatePlan: () => measureUpdatePlan(place, crowd, size),
  }
  const { words = Object.keys(cases) } = size
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(cases)) if (words.includes(name)) rows.push(...(await measure()))
  return rows
}

/** Both with the same client, which takes a part of the machine. */
async function measureReservations(place: Place, work: Work, { rounds }: Size): Promise<Row> {
  say(`${place.name}: reserve and commit`)
  const speed = async (turn: typeof spend) => {
    const before = await place.micros()
    const { count, seconds } = await countTurns(place, work, turn, turnMs)
    return { perSecond: count / seconds, micros: ((await place.micros()) - before) / count }
  }
  const pairs: Pair[] = []
  for (let round = 0; round <= rounds; round += 1) {
    pairs.push({ base: await speed(spend), other: await speed(reserveAndCommit) })
  }
  // The first round warms up.
  const measured = pairs.slice(1)
  return rowOf(`reserve and commit, ${place.name}`, measured, 0.4)
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
  const usual = await paced(place, work, 5_000)
  const startedAt = performance.now()
  await crowd.call("plans.updatePlan", { plan: planId, permissions: [...permissions, "documents.delete"] })
  const updateMs = performance.now() - startedAt
  const after = await paced(place, { ...work, body: query }, 10_000)
  return [
    { name: `plans.updatePlan, ${place.name}`, value: updateMs, unit: "ms", bar: { atMost: 1_000 } },
    {
      name: `p99 in the 10 s after it, ${place.name}`,
      value: after.p99,
      unit: "ms",
      bar: { atMost: 50 },
      note: `${usual.p99.toFixed(1)} ms before; ${after.refused.toFixed(1)} per second refused with 503; µs of processor time: ${Math.round(after.micros)}, and ${Math.round(usual.micros)} before`,
    },
  ]
}

/** At a rate that leaves a machine idle most of the time. */
async function paced(place: Place, work: Work, durationMs: number) {
  const before = await place.micros()
  const results = await run(place, work, { perSecond: 2_000, durationMs })
  const spent = (await place.micros()) - before
  return {
    p99: p99Of(results),
    refused: results.reduce((sum, { refusedPerSecond }) => sum + refusedPerSecond, 0),
    micros: spent / ((rateOf(results) * (warmupMs + durationMs)) / 1000),
  }
}

if (import.meta.main) {
  const flag = { type: "boolean", default: false } as const
  const options = { quick: flag, memory: flag, sqlite: flag, nodes: flag }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const size = { ...(values.quick ? quickSize : wholeSize), ...(positionals.length > 0 && { words: positionals }) }
  if (values.memory) printTable([await measureKeyMemory(size)])
  else if (values.sqlite) printTable(await measureEmbedded(size))
  else if (values.nodes) printTable(await measureCluster(size))
  else printTable(await measureCustomers(size))
}
