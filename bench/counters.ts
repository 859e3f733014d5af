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
 */

const [other, turnsText = "8"] = process.argv.slice(2)
const timing = { warmupMs: 500, durationMs: 2_000 }
const keys = { plain: { first: 0, count: 1_000 }, limited: { first: 10_000, count: 1_000 } }

interface Measured {
  readonly perSecond: number
  /** Of the node. Redis runs beside it. */
  readonly cpuMicros: number
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
    const ratios = new Map<string, { readonly rate: number; readonly cpu: number }[]>()
    for (let turn = 0; turn < Number(turnsText); turn += 1) {
      for (const [name, node] of nodes) {
        const bearer = { rootKey: seeded.get(name) ?? "" }
        const plain = await measure(node, verification(bearer, keys.plain), connections)
        const limited = await measure(node, verification(bearer, keys.limited), connections)
        const ratio = { rate: limited.perSecond / plain.perSecond, cpu: limited.cpuMicros / plain.cpuMicros }
        ratios.set(name, [...(ratios.get(name) ?? []), ratio])
      }
    }
    for (const [name, all] of ratios) {
      const rate = median(all.map((one) => one.rate)).toFixed(2)
      const cpu = median(all.map((one) => one.cpu)).toFixed(2)
      console.log(`${connections} connections, ${name}: with a limit × ${rate} of plain, processor time × ${cpu}`)
    }
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
  const before = processorMicros(node.pid)
  const { perSecond } = await load({ ...work, ...timing, port: node.port, connections })
  const calls = (perSecond * (timing.warmupMs + timing.durationMs)) / 1_000
  return { perSecond, cpuMicros: (processorMicros(node.pid) - before) / calls }
}
