import { RedisClient } from "bun"
import { type Installation, withoutProvider } from "../examples/installation.ts"
import { withEncryption } from "../harness/fixtures.ts"
import type { TestOptions } from "../harness/harness.ts"
import type { RedisServer } from "../services/redis.ts"
import { discardingStore } from "./discarding-store.ts"

/** A service, and its counters on a Redis that the test can read. */
export interface CountingInstallation extends Installation {
  readonly counters: RedisClient
}

/** Two installations that differ in one thing: the second runs every change twice. */
export interface Pair extends AsyncDisposable {
  readonly once: CountingInstallation
  readonly twice: CountingInstallation
}

const encryption = withEncryption()

/** `start` runs for each installation, with its options. */
export async function startPair(redis: RedisServer, start = withoutProvider): Promise<Pair> {
  const opened = new AsyncDisposableStack()
  const clock = { now: Date.now() }
  const open = async (database: number, options: Partial<TestOptions>): Promise<CountingInstallation> => {
    const url = `${redis.url}/${database}`
    const environment = { ...encryption, KEYWARD_REDIS_URL: url }
    const installation = opened.use(await start({ engine: "sqlite", clock, environment, ...options }))
    const counters = new RedisClient(url)
    opened.defer(() => counters.close())
    return { ...installation, counters }
  }
  const once = await open(0, {})
  const twice = await open(1, { wrapStore: discardingStore })
  // From now on the time stands still, so that all times in responses, rows and counters are equal.
  clock.now = Date.now()
  return { once, twice, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
