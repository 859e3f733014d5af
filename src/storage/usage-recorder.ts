import { chunksOf } from "../core/chunks.ts"
import type { Tally } from "../core/verify.ts"
import type { MonthTally, Store, Usage, VerificationTally } from "./store.ts"

/** Collects uses in memory and stores them in batches, so that no verification pays for a write. */
export interface UsageRecorder {
  rootKeyUsed(rootKeyId: string, now: number): void
  verified(key: VerifiedKey, verification: Verification): void
  /** Whether verifications of this workspace are still to be stored. */
  hasUnstored(workspaceId: string): boolean
  /** Stores what has been collected. */
  flush(): Promise<void>
  /** Flushes once more and stops. */
  close(): Promise<void>
}

/** The record of a key in memory, as long as it is there. */
export interface VerifiedKey extends Tally {
  readonly keyId: string
  readonly profile: { readonly workspaceId: string }
}

export interface Verification {
  readonly code: string
  readonly tags: readonly string[]
  readonly now: number
  /** Whether the quota of the workspace has counted it already. */
  readonly isCounted: boolean
}

/** Together with the time that storing is spread over, less than a second. */
const flushIntervalMs = 600

/** Small enough that spends, which wait behind a batch, do not wait long. */
const rowsPerBatch = 250

/** The batches of one interval are spread over so much of it: in one go they would crowd out verifications. */
const spreadOverMs = 300

/** What cannot be stored now is kept and tried again; memory then grows with the keys in use, not with their uses. */
export function createUsageRecorder(store: Pick<Store, "usage">, onFailure: (error: unknown) => void): UsageRecorder {
  let collected = newCollection()
  let leaving = leave(newCollection())
  let storing: Promise<void> | undefined
  let hurry = Promise.withResolvers<void>()
  let lastRootKey = ""
  let lastRootKeyAt = 0

  const storeLeaving = async () => {
    while (leaving.batch !== undefined) {
      await store.usage.add(leaving.batch)
      leaving.batch = leaving.batches.next().value
      if (leaving.batch !== undefined) await Promise.race([Bun.sleep(leaving.pauseMs), hurry.promise])
    }
  }
  const storeAll = async () => {
    try {
      await storeLeaving()
      leaving = leave(collected)
      collected = newCollection()
      await storeLeaving()
      leaving = leave(newCollection())
    } catch (error) {
      onFailure(error)
    }
  }
  /** One after the other: two at once would store the same batch twice. */
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
  const timer = setInterval(() => storing ?? storeNext(), flushIntervalMs)
  timer.unref()

  return {
    rootKeyUsed(rootKeyId, now) {
      // One root key makes most calls of a millisecond.
      if (rootKeyId === lastRootKey && now === lastRootKeyAt) return
      lastRootKey = rootKeyId
      lastRootKeyAt = now
      collected.rootKeys.set(rootKeyId, now)
    },
    verified(key, verification) {
      note(collected, key, verification)
    },
    hasUnstored: (workspaceId) => collected.months.has(workspaceId) || leaving.months.has(workspaceId),
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
  /** Keys with uses in their own tally: valid ones without tags, which nearly all are. */
  readonly plain: VerifiedKey[]
  /** All other uses. */
  readonly keys: Map<string, KeyUse>
  readonly rootKeys: Map<string, number>
  /** By workspace. */
  readonly months: Map<string, MonthUse>
}

/** Uses of one key that are alike; others of it follow. Flat, since a server has thousands of them in a second. */
interface KeyUse {
  readonly hour: number
  readonly code: string
  readonly tags: string
  count: number
  /** The last verification that was answered VALID. */
  usedAt: number
  next: KeyUse | undefined
}

interface MonthUse {
  readonly month: string
  count: number
  readonly earlier: MonthUse | undefined
}

function newCollection(): Collection {
  return { plain: [], keys: new Map(), rootKeys: new Map(), months: new Map() }
}

/**
 * The fast path counts in the record of the key, which the verification has at hand: nothing is looked up and nothing
 * made, so that the collector of garbage has nothing to carry from one interval to the next.
 */
function note(collected: Collection, key: VerifiedKey, verification: Verification): void {
  const { code, tags, now, isCounted } = verification
  if (!isCounted) monthUseOf(collected.months, key.profile.workspaceId, monthOf(now)).count += 1
  if (code === "VALID" && tags.length === 0) notePlain(collected, key, now)
  else noteOther(collected.keys, key.keyId, { hour: hourOf(now), code, tags: textOf(tags), count: 1, usedAt: now })
}

function notePlain(collected: Collection, key: VerifiedKey, now: number): void {
  if (key.unstoredUses === 0) collected.plain.push(key)
  else if (hourOf(key.lastUse) !== hourOf(now)) setApart(collected.keys, key)
  key.unstoredUses += 1
  key.lastUse = now
  // Where nothing is remembered every verification has a record of its own.
  if (collected.plain.length === plainAtMost) for (const one of collected.plain.splice(0)) setApart(collected.keys, one)
}

const plainAtMost = 100_000

/** What was counted in the record itself, from there on among the others. */
function setApart(keys: Collection["keys"], key: VerifiedKey): void {
  const { hour, count, usedAt } = takeTally(key)
  noteOther(keys, key.keyId, { hour, code: "VALID", tags: "[]", count, usedAt })
}

function takeTally(key: VerifiedKey) {
  const tally = { hour: hourOf(key.lastUse), count: key.unstoredUses, usedAt: key.lastUse }
  key.unstoredUses = 0
  return tally
}

function hourOf(now: number): number {
  return Math.floor(now / hourMs) * hourMs
}

function noteOther(keys: Collection["keys"], keyId: string, noted: Omit<KeyUse, "next">): void {
  const { hour, code, tags, count, usedAt } = noted
  const use = keyUseOf(keys, keyId, { hour, code, tags })
  use.count += count
  if (code === "VALID") use.usedAt = Math.max(use.usedAt, usedAt)
}

function textOf(tags: readonly string[]): string {
  return tags.length === 0 ? "[]" : JSON.stringify([...new Set(tags)].sort())
}

function keyUseOf(keys: Map<string, KeyUse>, keyId: string, kind: Pick<KeyUse, "hour" | "code" | "tags">): KeyUse {
  let last: KeyUse | undefined
  for (let use = keys.get(keyId); use !== undefined; use = use.next) {
    if (use.code === kind.code && use.hour === kind.hour && use.tags === kind.tags) return use
    last = use
  }
  const fresh = { hour: kind.hour, code: kind.code, tags: kind.tags, count: 0, usedAt: 0, next: undefined }
  if (last === undefined) keys.set(keyId, fresh)
  else last.next = fresh
  return fresh
}

function monthUseOf(months: Map<string, MonthUse>, workspaceId: string, month: string): MonthUse {
  const latest = months.get(workspaceId)
  for (let use = latest; use !== undefined; use = use.earlier) if (use.month === month) return use
  const fresh = { month, count: 0, earlier: latest }
  months.set(workspaceId, fresh)
  return fresh
}

/** A collection on its way into the store. */
interface Leaving {
  readonly months: Collection["months"]
  readonly batches: Iterator<Usage, undefined>
  /** The one that is to be stored next. */
  batch: Usage | undefined
  /** Between two of them. */
  readonly pauseMs: number
}

function leave(collection: Collection): Leaving {
  const { plain, keys, rootKeys, months } = collection
  const count = Math.ceil((plain.length + keys.size + rootKeys.size + months.size) / rowsPerBatch)
  const batches = batchesOf(collection)
  return { months, batches, batch: batches.next().value, pauseMs: spreadOverMs / Math.max(1, count) }
}

const nothing: Usage = { keys: new Map(), rootKeys: new Map(), verifications: [], months: [] }

function* batchesOf({ plain, keys, rootKeys, months }: Collection): Generator<Usage, undefined> {
  for (const some of chunksOf(plain, sortedAtOnce)) {
    for (const rows of inBatches(oneOfEach(some, keys))) yield usageOfPlain(rows)
  }
  for (const rows of inBatches(keys)) yield usageOfKeys(rows)
  for (const rows of inBatches(rootKeys)) yield { ...nothing, rootKeys: new Map(rows) }
  for (const rows of inBatches(months)) yield { ...nothing, months: rows.flatMap(monthTallies) }
}

/** By key; what another record of the same key has counted is set apart. */
function oneOfEach(records: readonly VerifiedKey[], others: Collection["keys"]): ReadonlyMap<string, VerifiedKey> {
  const byKey = new Map<string, VerifiedKey>()
  for (const record of records) {
    if (byKey.has(record.keyId)) setApart(others, record)
    else byKey.set(record.keyId, record)
  }
  return byKey
}

type Rows<Use> = readonly (readonly [id: string, use: Use])[]

/**
 * In the order of their ids, since rows that stand together are written together: in the order of use each batch would
 * touch most of the pages that all of them touch. So many at a time that sorting keeps nobody waiting.
 */
function* inBatches<Use>(uses: ReadonlyMap<string, Use>): Generator<Rows<Use>> {
  let ids: string[] = []
  for (const id of uses.keys()) {
    ids.push(id)
    if (ids.length < sortedAtOnce) continue
    yield* batchesOfSorted(uses, ids)
    ids = []
  }
  yield* batchesOfSorted(uses, ids)
}

const sortedAtOnce = 5_000

function* batchesOfSorted<Use>(uses: ReadonlyMap<string, Use>, ids: string[]): Generator<Rows<Use>> {
  // Without a comparison of its own, which would take six times as long.
  for (const some of chunksOf(ids.sort(), rowsPerBatch)) {
    yield some.flatMap((id) => {
      const use = uses.get(id)
      return use === undefined ? [] : [[id, use] as const]
    })
  }
}

function usageOfPlain(rows: Rows<VerifiedKey>): Usage {
  const keys = new Map<string, number>()
  const verifications: VerificationTally[] = []
  for (const [keyId, record] of rows) {
    const { hour, count, usedAt } = takeTally(record)
    keys.set(keyId, usedAt)
    verifications.push({ keyId, hour, code: "VALID", tags: "[]", count })
  }
  return { ...nothing, keys, verifications }
}

function usageOfKeys(rows: Rows<KeyUse>): Usage {
  const keys = new Map<string, number>()
  const verifications: VerificationTally[] = []
  for (const [keyId, first] of rows) {
    let lastUsedAt = 0
    for (let use: KeyUse | undefined = first; use !== undefined; use = use.next) {
      const { hour, code, tags, count, usedAt } = use
      verifications.push({ keyId, hour, code, tags, count })
      if (usedAt > lastUsedAt) lastUsedAt = usedAt
    }
    if (lastUsedAt > 0) keys.set(keyId, lastUsedAt)
  }
  return { ...nothing, keys, verifications }
}

function monthTallies([workspaceId, latest]: readonly [workspaceId: string, latest: MonthUse]): MonthTally[] {
  const tallies: MonthTally[] = []
  for (let use: MonthUse | undefined = latest; use !== undefined; use = use.earlier) {
    tallies.unshift({ workspaceId, month: use.month, count: use.count })
  }
  return tallies
}
