import { afterAll, afterEach } from "bun:test"
import type { Check, Counters } from "../../src/counters/counters.ts"
import { openRedisCounters } from "../../src/counters/redis.ts"
import { startRedisServer } from "../services/redis.ts"

export const start = 1767225600000

let names = 0
export const freshCheck = (settings: Partial<Check> = {}): Check => ({
  counter: `redis/${names++}`,
  limit: 10,
  durationMs: 60_000,
  cost: 1,
  ...settings,
})

/** What a check that costs nothing finds. */
export const remaining = async (counters: Counters, check: Check, now = start) =>
  (await counters.take([{ ...check, cost: 0 }], now)).outcomes[0]?.remaining

/** A Redis for the tests of one file; what they open is closed after each of them. */
export async function startOwnRedis() {
  const server = await startRedisServer()
  const reports: string[] = []
  const opened: Counters[] = []
  afterEach(async () => {
    for (const counters of opened.splice(0)) await counters.close()
    reports.length = 0
  })
  afterAll(() => server.stop())
  return {
    server,
    reports,
    async open(url = server.url): Promise<Counters> {
      const counters = await openRedisCounters({ url, report: (message) => reports.push(message) })
      opened.push(counters)
      return counters
    },
  }
}
