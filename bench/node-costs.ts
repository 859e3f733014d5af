import type { ClusterServers, Node } from "./cluster-servers.ts"
import type { Work } from "./job.ts"
import { median } from "./median.ts"
import { load } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"
import type { Row } from "./report.ts"

/** A kind of verification, and who answers it: the embedded database first, then some nodes of a cluster. */
interface Case {
  readonly name: string
  readonly onEmbedded: Work
  readonly onCluster: Work
}

interface Installations {
  readonly servers: ClusterServers
  readonly embedded: Node
  readonly cluster: readonly Node[]
}

/** Microseconds of the processor for one verification. */
interface Cost {
  readonly nodes: number
  readonly postgres: number
  readonly redis: number
}

const rounds = 5
const durationMs = 2_000
const nodeCounts = [1, 2] as const

/**
 * The processor time of a verification, of all nodes, PostgreSQL and Redis together, as a ratio to the embedded database in
 * the same rounds.
 */
export async function measureNodeCosts(installations: Installations, cases: readonly Case[]): Promise<readonly Row[]> {
  const { embedded, cluster } = installations
  const rows: Row[] = []
  for (const { name, onEmbedded, onCluster } of cases) {
    const alone: Cost[] = []
    const together = nodeCounts.map((): Cost[] => [])
    // The first round warms all of them up.
    for (let round = 0; round <= rounds; round += 1) {
      const first = await measure(installations, [embedded], onEmbedded)
      if (round > 0) alone.push(first)
      for (const [place, count] of nodeCounts.entries()) {
        const cost = await measure(installations, cluster.slice(0, count), onCluster)
        if (round > 0) together[place]?.push(cost)
      }
    }
    for (const [place, count] of nodeCounts.entries())
      rows.push(rowOf(name, count, { alone, costs: together[place] ?? [] }))
  }
  return rows
}

async function measure({ servers }: Installations, nodes: readonly Node[], work: Work): Promise<Cost> {
  const use = async () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + processorMicros(pid), 0),
    postgres: await servers.postgresMicros(),
    redis: await servers.redisMicros(),
  })
  const connections = Math.ceil(64 / nodes.length)
  const before = await use()
  const results = await Promise.all(
    nodes.map(({ port }) => load({ ...work, port, connections, warmupMs: 0, durationMs })),
  )
  const after = await use()
  const calls = results.reduce((sum, { perSecond }) => sum + (perSecond * durationMs) / 1_000, 0)
  return {
    nodes: (after.nodes - before.nodes) / calls,
    postgres: (after.postgres - before.postgres) / calls,
    redis: (after.redis - before.redis) / calls,
  }
}

function rowOf(
  name: string,
  count: number,
  { alone, costs }: { readonly alone: readonly Cost[]; readonly costs: readonly Cost[] },
): Row {
  const embedded = alone.map(({ nodes }) => nodes)
  const ratios = costs.map(({ nodes, postgres, redis }, round) => (nodes + postgres + redis) / (embedded[round] ?? 1))
  const micros = (of: (cost: Cost) => number) => median(costs.map(of)).toFixed(1)
  const [nodes, postgres, redis] = [
    micros((cost) => cost.nodes),
    micros((cost) => cost.postgres),
    micros((cost) => cost.redis),
  ]
  return {
    name: `processor time of a verification, ${name}, ${count === 1 ? "1 node" : `${count} nodes`}`,
    value: median(ratios),
    unit: "of embedded",
    note: `rounds from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; nodes ${nodes}, PostgreSQL ${postgres}, Redis ${redis} µs, embedded ${median(embedded).toFixed(1)} µs`,
  }
}
