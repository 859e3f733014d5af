import { foldedTags, noTags, tagSetsPerHour, tagSetText } from "../../core/tag-sets.ts"
import { hourOf, monthOf } from "../../core/usage-period.ts"
import type { Tally } from "../../core/verify.ts"

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

/** Uses between two times of storing. */
export interface Collection {
  /** Keys with uses in their own tally: valid ones without tags, which nearly all are. */
  readonly plain: VerifiedKey[]
  /** Other uses without tags, by key. */
  readonly untagged: Map<string, KeyUse>
  /** By key. */
  readonly tagged: Map<string, TaggedHour>
  readonly rootKeys: Map<string, number>
  /** By workspace. */
  readonly months: Map<string, MonthUse>
  /** About what the tag sets in `tagged` take, by workspace. */
  readonly tagBytes: Map<string, number>
}

/** Uses of one key that are alike; others of it follow, the latest hour first. Flat, since there are thousands a second. */
export interface KeyUse {
  readonly hour: number
  readonly code: string
  readonly tags: string
  count: number
  /** The last verification that was answered VALID. */
  usedAt: number
  readonly next: KeyUse | undefined
}

/** Uses of one key with tags in one hour. */
export interface TaggedHour {
  readonly hour: number
  /** By tag set; one use for each outcome. */
  readonly sets: Map<string, KeyUse>
  readonly earlier: TaggedHour | undefined
}

export interface MonthUse {
  readonly month: string
  count: number
  readonly earlier: MonthUse | undefined
}

export function newCollection(): Collection {
  return {
    plain: [],
    untagged: new Map(),
    tagged: new Map(),
    rootKeys: new Map(),
    months: new Map(),
    tagBytes: new Map(),
  }
}

/**
 * The fast path counts in the record of the key, which the verification has at hand: nothing is looked up and nothing
 * made, so that the collector of garbage has nothing to carry from one interval to the next.
 */
export function note(collected: Collection, key: VerifiedKey, { code, tags, now, isCounted }: Verification): void {
  if (!isCounted) monthUseOf(collected.months, key.profile.workspaceId, monthOf(now)).count += 1
  if (tags.length > 0) noteTagged(collected, key, { code, tags: tagSetText(tags), now })
  else if (code === "VALID") notePlain(collected, key, now)
  else noteUntagged(collected.untagged, key.keyId, { hour: hourOf(now), code, count: 1, usedAt: 0 })
}

function notePlain(collected: Collection, key: VerifiedKey, now: number): void {
  if (key.unstoredUses === 0) collected.plain.push(key)
  else if (hourOf(key.lastUse) !== hourOf(now)) setApart(collected.untagged, key)
  key.unstoredUses += 1
  key.lastUse = now
  if (collected.plain.length < plainAtMost) return
  // Where nothing is remembered every verification has a record of its own.
  for (const one of collected.plain.splice(0)) setApart(collected.untagged, one)
}

const plainAtMost = 100_000

/** What was counted in the record itself, from there on among the others. */
export function setApart(untagged: Collection["untagged"], key: VerifiedKey): void {
  const { hour, count, usedAt } = takeTally(key)
  noteUntagged(untagged, key.keyId, { hour, code: "VALID", count, usedAt })
}

export function takeTally(key: VerifiedKey) {
  const tally = { hour: hourOf(key.lastUse), count: key.unstoredUses, usedAt: key.lastUse }
  key.unstoredUses = 0
  return tally
}

type Noted = Pick<KeyUse, "hour" | "code" | "count" | "usedAt">

function noteUntagged(untagged: Collection["untagged"], keyId: string, noted: Noted): void {
  add(untagged, keyId, { ...noted, tags: noTags })
}

function noteTagged(
  collected: Collection,
  { keyId, profile: { workspaceId } }: VerifiedKey,
  { code, tags, now }: { readonly code: string; readonly tags: string; readonly now: number },
): void {
  const { sets, hour } = taggedHourOf(collected.tagged, keyId, hourOf(now))
  const kept = isKeptApart(collected, workspaceId, { sets, tags }) ? tags : foldedTags
  add(sets, kept, { hour, code, tags: kept, count: 1, usedAt: code === "VALID" ? now : 0 })
}

/** Of one workspace in one interval: tens of thousands of sets of usual length. */
const tagBytesAtMost = 8 * 1024 ** 2
const bytesBesideText = 200

/** Storage holds the bound for all nodes and intervals; this one keeps memory small until it is asked. */
function isKeptApart(
  { tagBytes }: Collection,
  workspaceId: string,
  { sets, tags }: Pick<TaggedHour, "sets"> & { readonly tags: string },
): boolean {
  if (sets.has(tags)) return true
  const bytes = (tagBytes.get(workspaceId) ?? 0) + bytesBesideText + tags.length
  if (sets.size >= tagSetsPerHour || bytes > tagBytesAtMost) return false
  tagBytes.set(workspaceId, bytes)
  return true
}

/** An hour has few outcomes, and the uses of the latest one come first: this never looks through many. */
function add(uses: Map<string, KeyUse>, name: string, noted: Omit<KeyUse, "next">): void {
  const first = uses.get(name)
  for (let use = first; use !== undefined; use = use.next) {
    if (use.code !== noted.code || use.hour !== noted.hour) continue
    use.count += noted.count
    use.usedAt = Math.max(use.usedAt, noted.usedAt)
    return
  }
  uses.set(name, { ...noted, next: first })
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
