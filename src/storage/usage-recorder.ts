import type { Store, Usage } from "./store.ts"

/** Collects uses in memory and stores them in batches, so that no verification pays for a write. */
export interface UsageRecorder {
  rootKeyUsed(rootKeyId: string, now: number): void
  verified(verification: Verification): void
  /** Whether verifications of this workspace are still to be stored. */
  hasUnstored(workspaceId: string): boolean
  /** Stores what has been collected. */
  flush(): Promise<void>
  /** Flushes once more and stops. */
  close(): Promise<void>
}

export interface Verification {
  readonly workspaceId: string
  readonly keyId: string
  readonly code: string
  readonly tags: readonly string[]
  readonly now: number
  /** Whether the quota of the workspace has counted it already. */
  readonly isCounted: boolean
}

const flushIntervalMs = 1_000
const hourMs = 3_600_000

/** A failed flush is tried again with the next one. */
export function createUsageRecorder(store: Store): UsageRecorder {
  let collected = newCollection()

  const flush = async () => {
    if (isEmpty(collected)) return
    const taken = collected
    collected = newCollection()
    try {
      await store.usage.add(usageOf(taken))
    } catch {
      collected = merge(taken, collected)
    }
  }
  const timer = setInterval(flush, flushIntervalMs)
  timer.unref()

  return {
    rootKeyUsed: (rootKeyId, now) => collected.rootKeys.set(rootKeyId, now),
    verified(verification) {
      note(collected, verification)
    },
    hasUnstored: (workspaceId) => [...collected.months.keys()].some((name) => name.startsWith(`${workspaceId}/`)),
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** The calendar month of an instant in UTC, as quotas count. */
export function monthOf(now: number): string {
  const hour = Math.floor(now / hourMs)
  if (hour !== lastHour) {
    lastHour = hour
    lastMonth = new Date(now).toISOString().slice(0, 7)
  }
  return lastMonth
}

let lastHour = -1
let lastMonth = ""

interface Collection {
  readonly keys: Map<string, number>
  readonly rootKeys: Map<string, number>
  /** By key, hour, code and tags. */
  readonly verifications: Map<string, number>
  /** By workspace and month. */
  readonly months: Map<string, number>
}

function newCollection(): Collection {
  return { keys: new Map(), rootKeys: new Map(), verifications: new Map(), months: new Map() }
}

function isEmpty({ keys, rootKeys, verifications, months }: Collection): boolean {
  return keys.size + rootKeys.size + verifications.size + months.size === 0
}

function note(collected: Collection, { workspaceId, keyId, code, tags, now, isCounted }: Verification): void {
  if (code === "VALID") collected.keys.set(keyId, now)
  const hour = Math.floor(now / hourMs) * hourMs
  const sortedTags = tags.length === 0 ? "[]" : JSON.stringify([...new Set(tags)].sort())
  increase(collected.verifications, `${keyId}/${hour}/${code}/${sortedTags}`, 1)
  if (!isCounted) increase(collected.months, `${workspaceId}/${monthOf(now)}`, 1)
}

function increase(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}

function merge(older: Collection, newer: Collection): Collection {
  const merged: Collection = {
    keys: new Map([...older.keys, ...newer.keys]),
    rootKeys: new Map([...older.rootKeys, ...newer.rootKeys]),
    verifications: new Map(older.verifications),
    months: new Map(older.months),
  }
  for (const [name, count] of newer.verifications) increase(merged.verifications, name, count)
  for (const [name, count] of newer.months) increase(merged.months, name, count)
  return merged
}

function usageOf({ keys, rootKeys, verifications, months }: Collection): Usage {
  return {
    keys,
    rootKeys,
    verifications: [...verifications].map(([name, count]) => {
      const [keyId = "", hour = "", code = "", ...tags] = name.split("/")
      return { keyId, hour: Number(hour), code, tags: tags.join("/"), count }
    }),
    months: [...months].map(([name, count]) => {
      const [workspaceId = "", month = ""] = name.split("/")
      return { workspaceId, month, count }
    }),
  }
}
