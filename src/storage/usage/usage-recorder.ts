import type { Usage, UsageWrites } from "../port/usage.ts"
import type { LimitCheck } from "./limit-uses.ts"
import { batchesOf, countBatches } from "./usage-batches.ts"
import {
  type Collection,
  type CommittedReservation,
  isFull,
  newCollection,
  note,
  noteCommitted,
  noteLimitCheck,
  noteMany,
  noteUnattributed,
  type Verification,
  type VerifiedKey,
} from "./usage-collection.ts"

/** Collects uses in memory and stores them in batches, so that no verification waits for a write. */
export interface UsageRecorder {
  rootKeyUsed(rootKeyId: string, now: number): void
  verified(key: VerifiedKey, verification: Verification): void
  /** Verifiers have decided equal verifications. */
  verifiedMany(
    key: VerifiedKey,
    verification: Pick<Verification, "code" | "tags" | "now"> & { readonly count: number },
  ): void
  /** A reservation was charged. Its verification was counted when it was made. */
  committed(reservation: CommittedReservation, credits: number, now: number): void
  /** A verification found no key. */
  notFound(workspaceId: string, now: number, count?: number): void
  /** The quota of the workspace refused a verification. */
  refusedByQuota(workspaceId: string, now: number): void
  /** A rate limit was checked by ratelimit.limit or ratelimit.multiLimit. */
  limitChecked(check: LimitCheck): void
  /** Whether verifications of this workspace may not be stored yet. */
  hasUnstored(workspaceId: string): boolean
  /** Stores the collected uses. */
  flush(): Promise<void>
  /** Flushes one last time and stops. */
  close(): Promise<void>
}

interface Options {
  onFailure(error: unknown): void
  /** Receives what was stored. */
  onStored?(usage: Usage): void
  /** How long uses are collected. Storing takes half as long again. */
  readonly intervalMs?: number | undefined
}

/** Usage is readable within 5 seconds. A longer interval costs less: a key in use takes a row of each interval. */
const usualIntervalMs = 3_000

/** If memory for tags or identifiers is full, uses are stored before the interval ends. */
const looksPerInterval = 5

/** Keeps uses that could not be stored and retries. Memory grows with the keys in use, not with their uses. */
export function createUsageRecorder(
  store: { readonly usage: Pick<UsageWrites, "add"> },
  { onFailure, onStored, intervalMs = usualIntervalMs }: Options,
): UsageRecorder {
  // All batches at once would delay verifications.
  const spreadOverMs = intervalMs / 2
  let collections = 0
  let collected = newCollection(collections)
  let leaving = leave(newCollection(), spreadOverMs)
  let storing: Promise<void> | undefined
  let hurry = Promise.withResolvers<void>()
  let lastRootKey = ""
  let lastRootKeyAt = 0

  const storeLeaving = async () => {
    while (leaving.batch !== undefined) {
      await store.usage.add(leaving.batch)
      onStored?.(leaving.batch)
      leaving.batch = leaving.batches.next().value
      if (leaving.batch === undefined || leaving.pausesLeft === 0) continue
      leaving.pausesLeft -= 1
      await Promise.race([Bun.sleep(leaving.pauseMs), hurry.promise])
    }
  }
  const storeAll = async () => {
    try {
      await storeLeaving()
      leaving = leave(collected, spreadOverMs)
      collections += 1
      collected = newCollection(collections)
      await storeLeaving()
      leaving = leave(newCollection(), spreadOverMs)
    } catch (error) {
      collected.keepsMinutes = false
      onFailure(error)
    }
  }
  /** Flushes run one after another, because two at once would store the same batch twice. */
  const storeNext = () => {
    const next = (storing ?? Promise.resolve()).then(storeAll).finally(() => {
      if (storing !== next) return
      storing = undefined
      hurry = Promise.withResolvers<void>()
    })
    storing = next
    return next
  }
  const flush = () => {
    hurry.resolve()
    return storeNext()
  }
  let looks = 0
  const look = () => {
    looks += 1
    const isDue = looks % looksPerInterval === 0 || isFull(collected)
    if (isDue && storing === undefined) storeNext()
  }
  const timer = setInterval(look, intervalMs / looksPerInterval).unref()

  return {
    rootKeyUsed(rootKeyId, now) {
      // One root key makes most calls within a millisecond.
      if (rootKeyId === lastRootKey && now === lastRootKeyAt) return
      lastRootKey = rootKeyId
      lastRootKeyAt = now
      collected.rootKeys.set(rootKeyId, now)
    },
    verified(key, verification) {
      note(collected, key, verification)
    },
    committed: (reservation, credits, now) => noteCommitted(collected, reservation, { credits, now }),
    verifiedMany: (key, verification) => noteMany(collected, key, verification),
    notFound: (workspaceId, now, count = 1) =>
      noteUnattributed(collected, { workspaceId, outcome: "NOT_FOUND", now, count }),
    refusedByQuota: (workspaceId, now) => noteUnattributed(collected, { workspaceId, outcome: "QUOTA", now }),
    limitChecked: (check) => noteLimitCheck(collected, check),
    hasUnstored: (workspaceId) => collected.months.has(workspaceId) || leaving.months.has(workspaceId),
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** A collection that is being stored. */
interface DetachedUsage {
  readonly months: Collection["months"]
  readonly batches: Iterator<Usage, undefined>
  /** The batch to store next. */
  batch: Usage | undefined
  /** Pause between two batches. */
  readonly pauseMs: number
  /** An estimate may be too low, and all pauses together take no longer than planned. */
  pausesLeft: number
}

function leave(collection: Collection, spreadOverMs: number): DetachedUsage {
  const pauses = countBatches(collection)
  const batches = batchesOf(collection)
  return {
    months: collection.months,
    batches,
    batch: batches.next().value,
    pauseMs: spreadOverMs / Math.max(1, pauses),
    pausesLeft: pauses,
  }
}
