import { foldedTags, noTags, tagSetsPerHour, tagSetText } from "../../core/tag-sets.ts"
import { monthOf } from "../../core/usage-period.ts"
import type { UseCounter } from "../../core/use-counter.ts"
import type { MatchedSecret } from "../../core/verify.ts"
import { type CollectedTime, hourOfTime, timeIn } from "./collected-time.ts"
import { type LimitCheck, type LimitUses, newLimitUses, noteLimit } from "./limit-uses.ts"

/** The fields of a key that counting needs. */
export interface VerifiedKey {
  readonly keyId: string
  readonly facts: VerifiedFacts
  readonly matched?: MatchedSecret | null | undefined
  latestUse?: UseCounter | undefined
}

interface VerifiedFacts {
  readonly workspaceId: string
  readonly apiId: string
  readonly identityId: string | null
}

export interface Verification {
  readonly code: string
  readonly tags: readonly string[]
  /** What it spent. */
  readonly credits: number
  readonly now: number
  /** Whether the workspace quota has already counted it. */
  readonly isCounted: boolean
}

/** Uses between two flushes. */
export interface Collection {
  /** Differs from that of every earlier collection. */
  readonly number: number
  /** Valid uses without tags, by key. They are the most common, and equal uses are the fastest to store. */
  readonly valid: Map<string, KeyUse>
  /** Other uses without tags, by key. */
  readonly refused: Map<string, KeyUse>
  /** By key. */
  readonly tagged: Map<string, TaggedHour>
  /** Calls that concern no key, by workspace. */
  readonly unattributed: Map<string, UnattributedUse>
  readonly limits: LimitUses
  readonly rootKeys: Map<string, number>
  /** Last uses of previous secrets, by key. */
  readonly previousSecrets: Map<string, number>
  /** By workspace. */
  readonly months: Map<string, MonthUse>
  /** Approximate size of the tag sets in `tagged`, by workspace. */
  readonly tagBytes: Map<string, number>
  /** Whether tag sets of a workspace had no room. */
  lacksTagRoom: boolean
  /** False during an outage, which would otherwise collect every minute of every key. */
  keepsMinutes: boolean
}

/** Equal uses of one key, linked to the next, latest first. Flat, because thousands arrive per second. */
export interface KeyUse extends UseCounter {
  readonly facts: VerifiedFacts
  readonly time: CollectedTime
  readonly code: string
  readonly tags: string
  readonly next: KeyUse | undefined
}

/** Uses of one key with tags in one hour. */
export interface TaggedHour {
  readonly hour: number
  /** By tag set; one use per code and minute. */
  readonly sets: Map<string, KeyUse>
  readonly earlier: TaggedHour | undefined
}

export interface UnattributedUse {
  readonly outcome: "NOT_FOUND" | "QUOTA"
  readonly time: CollectedTime
  count: number
  readonly next: UnattributedUse | undefined
}

export interface MonthUse {
  readonly month: string
  count: number
  readonly earlier: MonthUse | undefined
}

export function newCollection(number = 0): Collection {
  return {
    number,
    valid: new Map(),
    refused: new Map(),
    tagged: new Map(),
    unattributed: new Map(),
    limits: newLimitUses(),
    rootKeys: new Map(),
    previousSecrets: new Map(),
    months: new Map(),
    tagBytes: new Map(),
    lacksTagRoom: false,
    keepsMinutes: true,
  }
}

/** Whether some uses were counted together because memory had no room to keep them apart. */
export function isFull({ lacksTagRoom, limits }: Collection): boolean {
  return lacksTagRoom || limits.lacksRoom
}

export function note(collected: Collection, key: VerifiedKey, verification: Verification): void {
  const { code, tags, credits, now, isCounted } = verification
  if (!isCounted) monthUseOf(collected.months, key.facts.workspaceId, monthOf(now)).count += 1
  if (key.matched?.name === "previous" && code === "VALID") collected.previousSecrets.set(key.keyId, now)
  const time = timeIn(collected, now)
  if (tags.length > 0) noteTagged(collected, key, { ...verification, time, tags: tagSetText(tags) })
  else if (code === "VALID") noteValid(collected, key, { time, credits, now })
  else addUse(collected.refused, key.keyId, newUse(collected, key, { time, code, tags: noTags, credits, now }))
}

/** Counts equal verifications that a verifier has decided. Each of them would be a `note` here. */
export function noteMany(
  collected: Collection,
  key: VerifiedKey,
  { code, tags, now, count }: Pick<Verification, "code" | "tags" | "now"> & { readonly count: number },
): void {
  monthUseOf(collected.months, key.facts.workspaceId, monthOf(now)).count += count
  if (key.matched?.name === "previous" && code === "VALID") {
    const { previousSecrets } = collected
    previousSecrets.set(key.keyId, Math.max(now, previousSecrets.get(key.keyId) ?? 0))
  }
  const time = timeIn(collected, now)
  const use = { ...newUse(collected, key, { time, code, tags: noTags, credits: 0, now }), count }
  if (tags.length === 0) return void addUse(code === "VALID" ? collected.valid : collected.refused, key.keyId, use)
  const { sets } = taggedHourOf(collected.tagged, key.keyId, hourOfTime(time))
  const text = tagSetText(tags)
  const kept = isCountedSeparately(collected, key.facts.workspaceId, { sets, tags: text }) ? text : foldedTags
  addUse(sets, kept, { ...use, tags: kept })
}

/** What counting needs of a reservation. */
export interface CommittedReservation extends VerifiedFacts {
  readonly keyId: string
}

/** Counts credits only: under the key, API and identity of the verification, without its tags. */
export function noteCommitted(
  collected: Collection,
  { keyId, workspaceId, apiId, identityId }: CommittedReservation,
  { credits, now }: { readonly credits: number; readonly now: number },
): void {
  if (credits === 0) return
  const { number: collection } = collected
  const time = timeIn(collected, now)
  const facts = { workspaceId, apiId, identityId }
  const use = { collection, facts, time, code: "VALID", tags: noTags, count: 0, credits, usedAt: 0 }
  addUse(collected.valid, keyId, use)
}

/** The first use in a minute finds or creates the counter. The others neither look up nor allocate. */
function noteValid(
  collected: Collection,
  key: VerifiedKey,
  { time, credits, now }: { readonly time: CollectedTime; readonly credits: number; readonly now: number },
): void {
  const latest = key.latestUse
  if (latest?.collection === collected.number && latest.time === time) {
    latest.count += 1
    latest.credits += credits
    latest.usedAt = Math.max(latest.usedAt, now)
  } else {
    const use = newUse(collected, key, { time, code: "VALID", tags: noTags, credits, now })
    key.latestUse = addUse(collected.valid, key.keyId, use)
  }
}

type NewUse = Omit<KeyUse, "next">

function newUse(
  { number: collection }: Collection,
  { facts }: VerifiedKey,
  { code, tags, credits, now, time }: Omit<TaggedVerification, "isCounted">,
): NewUse {
  return { collection, facts, time, code, tags, count: 1, credits, usedAt: code === "VALID" ? now : 0 }
}

interface TaggedVerification extends Omit<Verification, "tags"> {
  readonly time: CollectedTime
  readonly tags: string
}

function noteTagged(collected: Collection, key: VerifiedKey, verification: TaggedVerification): void {
  const { tags, time } = verification
  const { sets } = taggedHourOf(collected.tagged, key.keyId, hourOfTime(time))
  const kept = isCountedSeparately(collected, key.facts.workspaceId, { sets, tags }) ? tags : foldedTags
  addUse(sets, kept, newUse(collected, key, { ...verification, tags: kept }))
}

/** Per workspace and interval: room for tens of thousands of typical tag sets. */
const tagBytesAtMost = 8 * 1024 ** 2
const bytesBesideText = 200

/** The database enforces the limit across nodes; this one bounds memory until then. */
function isCountedSeparately(
  collected: Collection,
  workspaceId: string,
  { sets, tags }: Pick<TaggedHour, "sets"> & { readonly tags: string },
): boolean {
  if (sets.has(tags)) return true
  if (sets.size >= tagSetsPerHour) return false
  const bytes = (collected.tagBytes.get(workspaceId) ?? 0) + bytesBesideText + tags.length
  if (bytes > tagBytesAtMost) collected.lacksTagRoom = true
  else collected.tagBytes.set(workspaceId, bytes)
  return bytes <= tagBytesAtMost
}

/** A minute has few codes and the latest comes first, so the search is short. */
function addUse(uses: Map<string, KeyUse>, name: string, noted: NewUse): KeyUse {
  const first = uses.get(name)
  for (let use = first; use !== undefined; use = use.next) {
    if (use.code !== noted.code || use.time !== noted.time) continue
    if (use.facts.identityId !== noted.facts.identityId) continue
    use.count += noted.count
    use.credits += noted.credits
    use.usedAt = Math.max(use.usedAt, noted.usedAt)
    return use
  }
  const fresh = { ...noted, next: first }
  uses.set(name, fresh)
  return fresh
}

function taggedHourOf(tagged: Collection["tagged"], keyId: string, hour: number): TaggedHour {
  const latest = tagged.get(keyId)
  for (let uses = latest; uses !== undefined; uses = uses.earlier) if (uses.hour === hour) return uses
  const fresh = { hour, sets: new Map<string, KeyUse>(), earlier: latest }
  tagged.set(keyId, fresh)
  return fresh
}

function monthUseOf(months: Map<string, MonthUse>, workspaceId: string, month: string): MonthUse {
  const latest = months.get(workspaceId)
  for (let use = latest; use !== undefined; use = use.earlier) if (use.month === month) return use
  const fresh = { month, count: 0, earlier: latest }
  months.set(workspaceId, fresh)
  return fresh
}

interface UnattributedCall {
  readonly workspaceId: string
  readonly outcome: UnattributedUse["outcome"]
  readonly now: number
  readonly count?: number
}

export function noteUnattributed(collected: Collection, call: UnattributedCall): void {
  const { workspaceId, outcome, now, count = 1 } = call
  const time = timeIn(collected, now)
  const first = collected.unattributed.get(workspaceId)
  for (let use = first; use !== undefined; use = use.next) {
    if (use.outcome !== outcome || use.time !== time) continue
    use.count += count
    return
  }
  collected.unattributed.set(workspaceId, { outcome, time, count, next: first })
}

export function noteLimitCheck(collected: Collection, check: LimitCheck): void {
  noteLimit(collected.limits, check, timeIn(collected, check.now))
}
