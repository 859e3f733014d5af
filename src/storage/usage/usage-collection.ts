import { foldedTags, noTags, tagSetsPerHour, tagSetText } from "../../core/tag-sets.ts"
import { hourOf, monthOf } from "../../core/usage-period.ts"

/** The fields of a key that counting needs. */
export interface VerifiedKey {
  readonly keyId: string
  readonly facts: { readonly workspaceId: string }
}

export interface Verification {
  readonly code: string
  readonly tags: readonly string[]
  readonly now: number
  /** Whether the workspace quota has already counted it. */
  readonly isCounted: boolean
}

/** Uses between two flushes. */
export interface Collection {
  /** Valid uses without tags, by key. They are the most common, and equal uses are the fastest to store. */
  readonly valid: Map<string, KeyUse>
  /** Other uses without tags, by key. */
  readonly refused: Map<string, KeyUse>
  /** By key. */
  readonly tagged: Map<string, TaggedHour>
  readonly rootKeys: Map<string, number>
  /** By workspace. */
  readonly months: Map<string, MonthUse>
  /** Approximate size of the tag sets in `tagged`, by workspace. */
  readonly tagBytes: Map<string, number>
}

/** Equal uses of one key, linked to the next, latest hour first. Flat, because thousands arrive per second. */
export interface KeyUse {
  readonly hour: number
  readonly code: string
  readonly tags: string
  count: number
  /** Time of the last verification with the code VALID. */
  usedAt: number
  readonly next: KeyUse | undefined
}

/** Uses of one key with tags in one hour. */
export interface TaggedHour {
  readonly hour: number
  /** By tag set; one use per code. */
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
    valid: new Map(),
    refused: new Map(),
    tagged: new Map(),
    rootKeys: new Map(),
    months: new Map(),
    tagBytes: new Map(),
  }
}

export function note(collected: Collection, key: VerifiedKey, { code, tags, now, isCounted }: Verification): void {
  if (!isCounted) monthUseOf(collected.months, key.facts.workspaceId, monthOf(now)).count += 1
  if (tags.length > 0) noteTagged(collected, key, { code, tags: tagSetText(tags), now })
  else if (code === "VALID") noteValid(collected.valid, key.keyId, now)
  else add(collected.refused, key.keyId, { hour: hourOf(now), code, tags: noTags, count: 1, usedAt: 0 })
}

/** Creates an object only for the first use in an hour, because every plain verification comes here. */
function noteValid(valid: Collection["valid"], keyId: string, now: number): void {
  const hour = hourOf(now)
  const latest = valid.get(keyId)
  if (latest?.hour === hour) {
    latest.count += 1
    latest.usedAt = Math.max(latest.usedAt, now)
  } else {
    add(valid, keyId, { hour, code: "VALID", tags: noTags, count: 1, usedAt: now })
  }
}

function noteTagged(
  collected: Collection,
  { keyId, facts: { workspaceId } }: VerifiedKey,
  { code, tags, now }: { readonly code: string; readonly tags: string; readonly now: number },
): void {
  const { sets, hour } = taggedHourOf(collected.tagged, keyId, hourOf(now))
  const kept = isCountedSeparately(collected, workspaceId, { sets, tags }) ? tags : foldedTags
  add(sets, kept, { hour, code, tags: kept, count: 1, usedAt: code === "VALID" ? now : 0 })
}

/** Per workspace and interval: room for tens of thousands of typical tag sets. */
const tagBytesAtMost = 8 * 1024 ** 2
const bytesBesideText = 200

/** The database enforces the limit across nodes; this one bounds memory until then. */
function isCountedSeparately(
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

/** An hour has few codes and the latest comes first, so the search is short. */
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
