import type { Counters, CountersInMemory } from "./counters.ts"
import { createLocalCounters } from "./local.ts"
import { openRedisCounters, type RedisOptions } from "./redis.ts"

interface OpenCounters {
  readonly counters: Counters
  /** The same counters, if they are in the memory of this process. */
  readonly inMemory: CountersInMemory | undefined
}

/** Counts in this process if no Redis is configured. */
export async function openCounters(
  redisUrl: string | undefined,
  options: Omit<RedisOptions, "url">,
): Promise<OpenCounters> {
  if (redisUrl !== undefined)
    return { counters: await openRedisCounters({ url: redisUrl, ...options }), inMemory: undefined }
  const counters = createLocalCounters()
  return { counters, inMemory: counters }
}
