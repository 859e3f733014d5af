import type { Random } from "../harness/random.ts"
import type { Cluster } from "./cluster.ts"
import type { Station } from "./station.ts"

/** Every fault ends before its promise resolves, and leaves the node healthy. */
type Fault = (station: Station, forMs: number, cluster: Cluster) => Promise<void>

const faults: Readonly<Record<string, Fault>> = {
  async paused(station, forMs) {
    station.pause()
    await Bun.sleep(forMs)
    station.resume()
  },
  async killed(station, forMs) {
    await station.kill()
    // The proxies must not deliver data of the killed node later, when clients count it as lost.
    for (const proxy of [station.database, station.redis]) {
      proxy.cut()
      await proxy.mend()
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
  async "without a response from PostgreSQL"({ database }, forMs) {
    database.stall("all")
    await Bun.sleep(forMs)
    database.flow()
  },
  async "without a response on existing connections"({ database }, forMs) {
    database.stall("present")
    await Bun.sleep(forMs)
    database.flow()
  },
  async "without notifications for a moment"(_station, _forMs, { admin }) {
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'keyward feed' order by random() limit 1`
  },
  async "cut off from Redis"({ redis }, forMs) {
    redis.cut()
    await Bun.sleep(forMs)
    await redis.mend()
  },
  async "without a response from Redis"({ redis }, forMs) {
    redis.stall("all")
    await Bun.sleep(forMs)
    redis.flow()
  },
}

const names = Object.keys(faults) as [string, ...string[]]
const longestMs = 3_000
const longestPauseMs = 2_000

/** Number of times that each fault has happened. */
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

/** Injects one fault after the other into one node, with pauses in between. */
export async function injectFaults({ cluster, station, random, tally, isOver }: Injection): Promise<void> {
  while (!isOver()) {
    await Bun.sleep(random.below(longestPauseMs))
    const name = random.pick(names)
    // Short faults are as likely as long ones, because most defects would show near the end of a lease.
    const forMs = random.pick([50, 300, 1_000, longestMs])
    await faults[name]?.(station, 20 + random.below(forMs - 20), cluster)
    tally.set(name, (tally.get(name) ?? 0) + 1)
  }
}
