import { foldedTags, noTags, tagSetsPerHour, tagSetText } from "../../core/tag-sets.ts"
import { hourOf, monthOf } from "../../core/usage-period.ts"

/** As much of a key as counting its uses needs. */
export interface VerifiedKey {
  readonly keyId: string
  readonly facts: { readonly workspaceId: string }
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
  /** Valid uses without tags, by key. Nearly all uses are, and storage adds those that are alike most quickly. */
  readonly valid: Map<string, KeyUse>
  /** Other uses without tags, by key. */
  readonly refused: Map<string, KeyUse>
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
  else if (code === "VALID") {
    add(collected.valid, key.keyId, { hour: hourOf(now), code, tags: noTags, count: 1, usedAt: now })
  } else {
    add(collected.refused, key.keyId, { hour: hourOf(now), code, tags: noTags, count: 1, usedAt: 0 })
  }
}

function noteTagged(
  collected: Collection,
  { keyId, facts: { workspaceId } }: VerifiedKey,
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
