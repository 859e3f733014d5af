import type { Random } from "../random.ts"
import type { Cluster } from "./cluster.ts"
import type { Station } from "./station.ts"

/** Every fault ends by itself, and the node is as well as before. */
type Fault = (station: Station, forMs: number, cluster: Cluster) => Promise<void>

const faults: Readonly<Record<string, Fault>> = {
  async paused(station, forMs) {
    station.pause()
    await Bun.sleep(forMs)
    station.resume()
  },
  async killed(station, forMs) {
    await station.kill()
    // Nothing that it had sent may come later, when everybody believes that it was lost.
    for (const way of [station.database, station.redis]) {
      way.cut()
      await way.mend()
    }
    await Bun.sleep(forMs / 3)
    await station.start()
  },
  async "cut off from PostgreSQL"({ database }, forMs) {
    database.cut()
    await Bun.sleep(forMs)
    await database.mend()
  },
  async "cut off from PostgreSQL for a moment"({ database }) {
    database.cut()
    await database.mend()
  },
  async "without an answer from PostgreSQL"({ database }, forMs) {
    database.stall("all")
    await Bun.sleep(forMs)
    database.flow()
  },
  async "without an answer on connections that it has"({ database }, forMs) {
    database.stall("present")
    await Bun.sleep(forMs)
    database.flow()
  },
  async "deaf for a moment"(_station, _forMs, { admin }) {
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'keyward feed' order by random() limit 1`
  },
  async "cut off from Redis"({ redis }, forMs) {
    redis.cut()
    await Bun.sleep(forMs)
    await redis.mend()
  },
  async "without an answer from Redis"({ redis }, forMs) {
    redis.stall("all")
    await Bun.sleep(forMs)
    redis.flow()
  },
}

const names = Object.keys(faults) as [string, ...string[]]
const longestMs = 3_000
const longestPeaceMs = 2_000

/** How often each of them has happened. */
export type FaultTally = Map<string, number>

export function newFaultTally(): FaultTally {
  return new Map(names.map((name) => [name, 0]))
}

interface Injection {
  readonly cluster: Cluster
  readonly station: Station
  readonly random: Random
  readonly tally: FaultTally
  isOver(): boolean
}

/** One fault after the other on one node, with some peace between them. */
export async function injectFaults({ cluster, station, random, tally, isOver }: Injection): Promise<void> {
  while (!isOver()) {
    await Bun.sleep(random.below(longestPeaceMs))
    const name = random.pick(names)
    // Short ones are as likely as long ones, since most of what can go wrong does so about the end of a lease.
    const forMs = random.pick([50, 300, 1_000, longestMs])
    await faults[name]?.(station, 20 + random.below(forMs - 20), cluster)
    tally.set(name, (tally.get(name) ?? 0) + 1)
  }
}
