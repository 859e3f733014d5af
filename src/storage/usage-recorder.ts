import type { Store, Usage, VerificationTally } from "./store.ts"

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

/** What cannot be stored now is kept and tried again; memory then grows with the keys in use, not with their uses. */
export function createUsageRecorder(store: Pick<Store, "usage">, onFailure: (error: unknown) => void): UsageRecorder {
  let collected = newCollection()
  let batches: Usage[] = []
  let flushing: Promise<void> | undefined

  const storeBatches = async () => {
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      await store.usage.add(batch)
      batches.shift()
    }
  }
  const storeAll = async () => {
    try {
      await storeBatches()
      batches = batchesOf(collected)
      collected = newCollection()
      await storeBatches()
    } catch (error) {
      onFailure(error)
    }
  }
  /** One after the other: two at once would store the same batch twice. */
  const flush = () => {
    const next = (flushing ?? Promise.resolve()).then(storeAll).finally(() => {
      if (flushing === next) flushing = undefined
    })
    flushing = next
    return next
  }
  const timer = setInterval(() => flushing ?? flush(), flushIntervalMs)
  timer.unref()

  return {
    rootKeyUsed(rootKeyId, now) {
      collected.rootKeys.set(rootKeyId, now)
    },
    verified(verification) {
      note(collected, verification)
    },
    hasUnstored(workspaceId) {
      if ([...collected.months.keys()].some((name) => name.startsWith(`${workspaceId}/`))) return true
      return batches.some(({ months }) => months.some((tally) => tally.workspaceId === workspaceId))
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const hourMs = 3_600_000

/** The calendar month of an instant in UTC, as quotas count. */
export function monthOf(now: number): string {
  const hour = Math.floor(now / hourMs)
  if (hour !== lastHour) {
    lastHour = hour
    lastMonth = new Date(now).toISOString().slice(0, 7)
  }
  return lastMonth
}

// Formatting a date for every verification would be a noticeable part of it.
let lastHour = -1
let lastMonth = ""

interface Collection {
  readonly keys: Map<string, KeyUse>
  readonly rootKeys: Map<string, number>
  /** By workspace and month. */
  readonly months: Map<string, number>
}

interface KeyUse {
  /** The last verification that was answered VALID. */
  usedAt: number | undefined
  /** By hour, code and tags. */
  readonly outcomes: Map<string, number>
}

function newCollection(): Collection {
  return { keys: new Map(), rootKeys: new Map(), months: new Map() }
}

function note(collected: Collection, { workspaceId, keyId, code, tags, now, isCounted }: Verification): void {
  const entry = entryOf(collected.keys, keyId)
  if (code === "VALID") entry.usedAt = now
  const hour = Math.floor(now / hourMs) * hourMs
  const sortedTags = tags.length === 0 ? "[]" : JSON.stringify([...new Set(tags)].sort())
  increase(entry.outcomes, `${hour}/${code}/${sortedTags}`)
  if (!isCounted) increase(collected.months, `${workspaceId}/${monthOf(now)}`)
}

function entryOf(keys: Map<string, KeyUse>, keyId: string): KeyUse {
  const known = keys.get(keyId)
  if (known !== undefined) return known
  const fresh = { usedAt: undefined, outcomes: new Map<string, number>() }
  keys.set(keyId, fresh)
  return fresh
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const rowsPerBatch = 1_000

/** Small enough that spends, which wait behind a batch, do not wait long. */
function batchesOf({ keys, rootKeys, months }: Collection): Usage[] {
  return [
    ...inBatches([...keys], usageOfKeys),
    ...inBatches([...rootKeys], (rows) => ({ ...nothing, rootKeys: new Map(rows) })),
    ...inBatches([...months], (rows) => ({ ...nothing, months: rows.map(monthTally) })),
  ]
}

const nothing: Usage = { keys: new Map(), rootKeys: new Map(), verifications: [], months: [] }

function inBatches<Row>(rows: readonly Row[], batch: (rows: readonly Row[]) => Usage): Usage[] {
  const batches: Usage[] = []
  for (let start = 0; start < rows.length; start += rowsPerBatch) {
    batches.push(batch(rows.slice(start, start + rowsPerBatch)))
  }
  return batches
}

function usageOfKeys(rows: readonly (readonly [keyId: string, use: KeyUse])[]): Usage {
  const keys = new Map<string, number>()
  const verifications: VerificationTally[] = []
  for (const [keyId, { usedAt, outcomes }] of rows) {
    if (usedAt !== undefined) keys.set(keyId, usedAt)
    for (const [outcome, count] of outcomes) verifications.push(verificationTally(keyId, outcome, count))
  }
  return { ...nothing, keys, verifications }
}

function verificationTally(keyId: string, outcome: string, count: number): VerificationTally {
  const [hour = "", code = "", ...tags] = outcome.split("/")
  return { keyId, hour: Number(hour), code, tags: tags.join("/"), count }
}

function monthTally([name, count]: readonly [name: string, count: number]) {
  const [workspaceId = "", month = ""] = name.split("/")
  return { workspaceId, month, count }
}
