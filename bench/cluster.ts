import { sha256 } from "../src/secrets/hash.ts"
import { benchKey } from "./bench-key.ts"
import { type ClusterServers, type Node, openClusterServers } from "./cluster-servers.ts"
import type { Work } from "./job.ts"
import { measureNodeCosts } from "./node-costs.ts"
import { load, operatorKey } from "./processes.ts"
import { printTable, type Row } from "./report.ts"
import { callOperation } from "./seed.ts"
import { verification } from "./verification.ts"

/** Compares several nodes on one PostgreSQL and one Redis with one node on its embedded database in the same run. */
export async function measureCluster(): Promise<readonly Row[]> {
  const servers = await openClusterServers()
  if (servers === undefined) {
    process.stderr.write("There is no redis-server or valkey-server in PATH: several nodes are not measured.\n")
    return []
  }
  const nodes: Node[] = []
  try {
    return await measureOn(servers, nodes)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await servers.close()
  }
}

const say = (what: string) => process.stderr.write(`  ${what} …\n`)
const durationMs = 2_000
const cores = navigator.hardwareConcurrency
const keys = {
  plain: { first: 0, count: 1_000 },
  limited: { first: 10_000, count: 1_000 },
  hot: { first: 20_000, count: 1 },
}

async function measureOn(servers: ClusterServers, nodes: Node[]): Promise<readonly Row[]> {
  const start = async (starting: Promise<Node>) => {
    const node = await starting
    nodes.push(node)
    return node
  }
  say("one node on its embedded database")
  const embedded = await start(servers.startEmbedded())
  const alone = await seedOn(embedded)
  const plain = await throughput([embedded], alone.verifying(keys.plain))
  const limited = await throughput([embedded], alone.verifying(keys.limited))
  const hot = await throughput([embedded], alone.verifying(keys.hot))
  const change = await changes([embedded], alone, 100)

  const first = await start(servers.startClustered())
  const together = await seedOn(first)
  const cluster = [first]
  const rows: Row[] = []
  for (const count of [1, 2, 3]) {
    say(`verifications, ${count} on PostgreSQL`)
    if (count > cluster.length) cluster.push(await start(servers.startClustered()))
    const reached = await throughput(cluster, together.verifying(keys.plain))
    rows.push({
      name: `verify per node, ${count} of them`,
      value: reached / count / plain,
      unit: "of embedded",
      note: `${Math.round(reached / count)} of ${Math.round(plain)} per second, ${Math.round(reached)} together, on ${cores} cores with their generators`,
    })
  }
  say("the processor time of verifications")
  const kinds = { plain: keys.plain, "with two limits": keys.limited, "with credits of one key": keys.hot }
  const cases = Object.entries(kinds).map(([name, numbers]) => {
    return { name, onEmbedded: alone.verifying(numbers), onCluster: together.verifying(numbers) }
  })
  rows.push(...(await measureNodeCosts({ servers, embedded, cluster }, cases)))
  say("limits and spends")
  const limitedTogether = await throughput(cluster, together.verifying(keys.limited))
  const hotTogether = await throughput(cluster, together.verifying(keys.hot))
  say("changes, with all nodes and with one paused")
  const calm = await changes(cluster, together, 200)
  const paused = await changesBesidePaused(cluster, together)
  return [
    ...rows,
    {
      name: "verify with two rate limits, 3 nodes",
      value: limitedTogether / limited,
      unit: "of embedded",
      note: `${Math.round(limitedTogether)} together, of ${Math.round(limited)} per second`,
    },
    {
      name: "spends on one hot key, 3 nodes",
      value: hotTogether / hot,
      unit: "of embedded",
      note: `${Math.round(hotTogether)} together, of ${Math.round(hot)} per second; durable in both`,
    },
    { name: "revocation: until 3 nodes know, p50", value: at(calm.propagationMs, 0.5), unit: "ms" },
    {
      name: "revocation: until 3 nodes know, p99",
      value: at(calm.propagationMs, 0.99),
      unit: "ms",
      bar: { atMost: 25 },
      note: `after the commit; ${calm.late} of ${calm.looks} verifications right after the answer were from before`,
    },
    {
      name: "change (updateKey), 3 nodes, p50",
      value: at(calm.durationMs, 0.5) / at(change.durationMs, 0.5),
      unit: "of embedded",
      note: `${summaryOf(calm)} against ${summaryOf(change)}`,
    },
    {
      name: "change beside a paused node, p50",
      value: at(paused.durationMs, 0.5) / at(calm.durationMs, 0.5),
      unit: "of none paused",
      note: `${summaryOf(paused)}; the first waits for its lease: ${Math.max(...paused.durationMs).toFixed(0)} ms`,
    },
  ]
}

interface Seeded {
  readonly rootKey: string
  readonly keyId: string
  readonly key: string
  verifying(numbers: { readonly first: number; readonly count: number }): Work
}

async function seedOn({ port }: Node): Promise<Seeded> {
  const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench" })
  const call = (operation: string, body: unknown) => callOperation(port, rootKey, operation, body)
  const { apiId } = await call("apis.createApi", { name: "bench" })
  const importKeys = ({ first, count }: { first: number; count: number }, more: object) => {
    const imported = Array.from({ length: count }, (_, index) => ({ hash: sha256(benchKey(first + index)), ...more }))
    return call("keys.migrateKeys", { apiId, keys: imported })
  }
  const limit = { limit: 1_000_000_000, autoApply: true }
  await importKeys(keys.plain, {})
  await importKeys(keys.limited, {
    ratelimits: [
      { ...limit, name: "minute", duration: 60_000 },
      { ...limit, name: "hour", duration: 3_600_000 },
    ],
  })
  await importKeys(keys.hot, { credits: { remaining: 1_000_000_000_000 } })
  const { keyId, key } = await call("keys.createKey", { apiId })
  return {
    rootKey,
    keyId,
    key,
    verifying: (numbers) => verification({ rootKey }, numbers),
  }
}

/** Loads all nodes at once, each with its own generator. Returns the sum of their responses. */
async function throughput(nodes: readonly Node[], work: Work): Promise<number> {
  const connections = Math.ceil(64 / nodes.length)
  const results = await Promise.all(
    nodes.map(({ port }) => load({ ...work, port, connections, warmupMs: 700, durationMs })),
  )
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
}

interface Changes {
  readonly durationMs: number[]
  readonly propagationMs: number[]
  /** Verifications at the other nodes right after a change, and how many of them returned old data. */
  readonly looks: number
  readonly late: number
}

/** Makes one change after the other, at each node in turn, and verifies at the other nodes each time. */
async function changes(nodes: readonly Node[], seeded: Seeded, count: number): Promise<Changes> {
  const durationMs: number[] = []
  const propagationMs: number[] = []
  let looks = 0
  let late = 0
  for (let round = 0; round < count; round++) {
    const enabled = round % 2 === 1
    const changing = nodes[round % nodes.length]
    if (changing === undefined) break
    const made = await setEnabled(changing, seeded, enabled)
    durationMs.push(made.durationMs)
    propagationMs.push(made.propagationMs)
    for (const { port } of nodes.filter((node) => node !== changing)) {
      const { code } = await callOperation(port, seeded.rootKey, "keys.verifyKey", { key: seeded.key })
      looks += 1
      if (code !== (enabled ? "VALID" : "DISABLED")) late += 1
    }
  }
  return { durationMs, propagationMs, looks, late }
}

async function changesBesidePaused(cluster: readonly Node[], seeded: Seeded): Promise<Changes> {
  const last = cluster.at(-1)
  last?.signal("SIGSTOP")
  try {
    return await changes(cluster.slice(0, -1), seeded, 100)
  } finally {
    last?.signal("SIGCONT")
  }
}

async function setEnabled({ port }: Node, { rootKey, keyId }: Seeded, enabled: boolean) {
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/v2/keys.updateKey`, {
    method: "POST",
    headers: { Authorization: `Bearer ${rootKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ keyId, enabled }),
  })
  await response.text()
  if (response.status !== 200) throw new Error(`A change was answered ${response.status}.`)
  const [, propagation] = /propagation;dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "") ?? []
  return { durationMs: performance.now() - startedAt, propagationMs: Number(propagation ?? 0) }
}

function summaryOf({ durationMs }: Changes): string {
  return `p50 ${at(durationMs, 0.5).toFixed(1)}, p99 ${at(durationMs, 0.99).toFixed(1)} ms`
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

if (import.meta.main) printTable(await measureCluster())
