import type { Store } from "./store.ts"

export interface UsageRecorder {
  keyUsed(keyId: string, now: number): void
  rootKeyUsed(rootKeyId: string, now: number): void
  /** Stores what has been collected. */
  flush(): Promise<void>
  /** Flushes once more and stops. */
  close(): Promise<void>
}

const flushIntervalMs = 1_000

/** Collects uses in memory and stores them once a second; a failed flush is tried again with the next one. */
export function createUsageRecorder(store: Store): UsageRecorder {
  let keys = new Map<string, number>()
  let rootKeys = new Map<string, number>()

  const flush = async () => {
    if (keys.size + rootKeys.size === 0) return
    const used = { keys, rootKeys }
    keys = new Map()
    rootKeys = new Map()
    try {
      await store.usage.touch(used)
    } catch {
      keys = new Map([...used.keys, ...keys])
      rootKeys = new Map([...used.rootKeys, ...rootKeys])
    }
  }
  const timer = setInterval(flush, flushIntervalMs)
  timer.unref()

  return {
    keyUsed: (keyId, now) => keys.set(keyId, now),
    rootKeyUsed: (rootKeyId, now) => rootKeys.set(rootKeyId, now),
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
