import { resolve } from "node:path"
import { sha256 } from "../src/secrets/hash.ts"
import { benchKey } from "./bench-key.ts"
import { type Node, openClusterServers } from "./cluster-servers.ts"
import { median } from "./median.ts"
import { load, operatorKey } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import { callOperation } from "./seed.ts"
import { verification } from "./verification.ts"

/**
 * `bun bench/counters.ts [OTHER_CHECKOUT] [turns]` compares verifications with one rate limit, counted in Redis, with plain
 * ones on one node with PostgreSQL, in turns. With another checkout, its node gets the same calls in the same turns.
 * Medians of the ratios, and of the microseconds of processor time per call.
 */

const [other, turnsText = "8"] = process.argv.slice(2)
const timing = { warmupMs: 500, durationMs: 2_000 }
const keys = { plain: { first: 0, count: 1_000 }, limited: { first: 10_000, count: 1_000 } }

interface Measured {
  readonly perSecond: number
  readonly nodeMicros: number
  readonly redisMicros: number
}

interface Turn {
  readonly plain: Measured
  readonly limited: Measured
}

const servers = await openClusterServers()
if (servers === undefined) throw new Error("Install redis-server or valkey-server: none is in PATH.")
const nodes = new Map<string, Node>()
try {
  // Each has its own database, because an older version refuses a schema that is newer than itself.
  nodes.set("this checkout", await servers.startClustered(await servers.createDatabase("here")))
  if (other !== undefined) {
    nodes.set("the other one", await servers.startClustered(await servers.createDatabase("there"), resolve(other)))
  }
  const seeded = new Map<string, string>()
  for (const [name, node] of nodes) seeded.set(name, await seed(node))
  for (const connections of [64, 1]) {
    const turns = new Map<string, Turn[]>()
    for (let turn = 0; turn < Number(turnsText); turn += 1) {
      for (const [name, node] of nodes) {
        const bearer = { rootKey: seeded.get(name) ?? "" }
        const plain = await measure(node, verification(bearer, keys.plain), connections)
        const limited = await measure(node, verification(bearer, keys.limited), connections)
        turns.set(name, [...(turns.get(name) ?? []), { plain, limited }])
      }
    }
    for (const [name, all] of turns) console.log(`${connections} connections, ${name}: ${summaryOf(all)}`)
  }
} finally {
  await Promise.all([...nodes.values()].map((node) => node.stop()))
  await servers.close()
}

async function seed({ port }: Node): Promise<string> {
  const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench" })
  const { apiId } = await callOperation(port, rootKey, "apis.createApi", { name: "bench" })
  const ratelimits = [{ name: "minute", limit: 1_000_000_000, duration: 60_000, autoApply: true }]
  for (const [{ first, count }, more] of [
    [keys.plain, {}],
    [keys.limited, { ratelimits }],
  ] as const) {
    const imported = Array.from({ length: count }, (_, index) => ({ hash: sha256(benchKey(first + index)), ...more }))
    await callOperation(port, rootKey, "keys.migrateKeys", { apiId, keys: imported })
  }
  return rootKey
}

async function measure(node: Node, work: ReturnType<typeof verification>, connections: number): Promise<Measured> {
  const micros = async () => ({ node: processorMicros(node.pid), redis: (await servers?.redisMicros()) ?? 0 })
  const before = await micros()
  const { perSecond } = await load({ ...work, ...timing, port: node.port, connections })
  const after = await micros()
  const calls = (perSecond * (timing.warmupMs + timing.durationMs)) / 1_000
  return {
    perSecond,
    nodeMicros: (after.node - before.node) / calls,
    redisMicros: (after.redis - before.redis) / calls,
  }
}

function summaryOf(turns: readonly Turn[]): string {
  const medianOf = (value: (turn: Turn) => number, digits: number) => median(turns.map(value)).toFixed(digits)
  const rate = medianOf(({ plain, limited }) => limited.perSecond / plain.perSecond, 2)
  const node = medianOf(({ plain, limited }) => limited.nodeMicros / plain.nodeMicros, 2)
  const [plainMicros, limitedMicros] = [
    medianOf(({ plain }) => plain.nodeMicros, 1),
    medianOf(({ limited }) => limited.nodeMicros, 1),
  ]
  const redis = medianOf(({ limited }) => limited.redisMicros, 1)
  const perSecond = [medianOf(({ plain }) => plain.perSecond, 0), medianOf(({ limited }) => limited.perSecond, 0)]
  return (
    `with a limit × ${rate} of plain (${perSecond.join(" → ")}/s), ` +
    `node × ${node} (${plainMicros} → ${limitedMicros} µs), Redis ${redis} µs`
  )
}
