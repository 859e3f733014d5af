import type { UsageInterval } from "../../contract/usage-intervals.ts"
import type { UsageSort } from "../../contract/usage-lists.ts"

/** Counts of calls. Adapters must add them exactly, and keep them apart by key and by the identity that it had then. */
export interface UsageStore extends UsageWrites, UsageReads, UsageUpkeep {}

/** Usage since the last write, see usage-recorder.ts. */
export interface Usage {
  /** Times of the last uses, by the id of the key. */
  readonly keys: ReadonlyMap<string, number>
  /** The same for uses of a previous secret. */
  readonly previousSecrets: ReadonlyMap<string, number>
  readonly rootKeys: ReadonlyMap<string, number>
  readonly verifications: readonly VerificationTally[]
  /** Calls that concern no key of the workspace. */
  readonly unattributed: readonly UnattributedTally[]
  readonly limits: readonly LimitTally[]
  readonly months: readonly MonthTally[]
}

/** When counted calls happened. */
export interface TalliedTime {
  /** Start of the hour in Unix milliseconds. */
  readonly hour: number
  /** From 0 to 59; undefined if only the hour is kept. */
  readonly minute: number | undefined
}

export interface VerificationTally extends TalliedTime {
  readonly workspaceId: string
  readonly apiId: string
  /** The identity that the key had then. */
  readonly identityId: string | null
  readonly keyId: string
  readonly code: string
  /** A sorted JSON array, see core/tag-sets.ts. */
  readonly tags: string
  readonly count: number
  /** What these verifications spent. */
  readonly credits: number
}

/** Verifications of unknown keys, and verifications that a quota refused. */
export interface UnattributedTally extends TalliedTime {
  readonly workspaceId: string
  readonly outcome: "NOT_FOUND" | "QUOTA"
  readonly count: number
}

/** Checks of a rate limit by ratelimit.limit and ratelimit.multiLimit. */
export interface LimitTally extends TalliedTime {
  readonly workspaceId: string
  readonly namespaceId: string
  readonly identifier: string
  readonly outcome: "PASSED" | "DENIED"
  readonly count: number
}

export interface MonthTally {
  readonly workspaceId: string
  /** `2026-11`, in UTC. */
  readonly month: string
  readonly count: number
}

export interface UsageWrites {
  /** Adds the counts and moves `lastUsedAt` forward, never back. */
  add(usage: Usage): Promise<void>
  /** Returns the verifications stored so far for a workspace and month. */
  verificationsIn(workspaceId: string, month: string): Promise<number>
  /** Counts one verification if the limit allows it. Exact under concurrency. */
  admitVerification(workspaceId: string, month: string, limit: number): Promise<boolean>
}

export const noUsage: Usage = {
  keys: new Map(),
  previousSecrets: new Map(),
  rootKeys: new Map(),
  verifications: [],
  unattributed: [],
  limits: [],
  months: [],
}

/** Steps that keep the tables small. Each does a bounded amount of work, and returns whether more may remain. */
export interface UsageUpkeep {
  /** Adds hours that have ended to their day and month. */
  rollUp(now: number): Promise<boolean>
  /** Deletes minutes after 48 hours, and hours after `days` days. */
  deleteOld(now: number, days: number): Promise<boolean>
}

/** What groups of counts differ in. A label is a tag, or the identifier of a rate limit. */
export type UsageDimension = "api" | "key" | "identity" | "outcome" | "label"

export interface UsageQuery {
  readonly workspaceId: string
  /** Start of each interval, ascending. */
  readonly times: readonly number[]
  readonly interval: UsageInterval
  /** Multiples of the interval; of the hour, or of the day before hours are kept, for a total. */
  readonly from: number
  readonly to: number
  readonly filter: UsageFilter
  readonly groupBy: readonly UsageDimension[]
  /** Groups to return, largest first. The others are added up. */
  readonly limit: number
  readonly now: number
}

/** Verifications of a workspace, or checks of its rate limits: of one namespace, or of all. */
export type UsageFilter =
  | {
      readonly type: "verifications"
      readonly apiId?: string | undefined
      /** Instead of `apiId`: the counts of all of these. */
      readonly apiIds?: readonly string[] | undefined
      readonly keyIds?: readonly string[] | undefined
      readonly identityIds?: readonly string[] | undefined
      readonly codes?: readonly string[] | undefined
      readonly tag?: string | undefined
    }
  | { readonly type: "limits"; readonly namespaceId?: string; readonly identifier?: string | undefined }

/** Counts by interval. */
export interface UsageCounts {
  readonly counts: readonly number[]
  readonly creditCounts: readonly number[]
}

export interface UsageGroup extends UsageCounts {
  readonly apiId?: string
  readonly keyId?: string
  readonly name?: string
  readonly identity?: { readonly id: string; readonly externalId?: string }
  readonly outcome?: string
  readonly label?: string
  /** All groups beyond the limit. */
  readonly isOther?: true
  /** Labels that are not counted separately. */
  readonly isFolded?: true
}

export interface UsageResult {
  /** Largest first. */
  readonly groups: readonly UsageGroup[]
  readonly overall: UsageCounts
  /** Some counts have no minute. */
  readonly isCoarse: boolean
  /** Some labels of these calls are not counted separately. */
  readonly hasFolded: boolean
  /** Calls that a quota refused; counted only without a filter. */
  readonly refusedByQuota: number
}

/** A list of keys, identities, APIs or labels by what they used. */
export interface UsageListQuery {
  readonly workspaceId: string
  readonly range: UsageBounds
  /** The time to compare with, if there is one. */
  readonly previous: UsageBounds | undefined
  readonly filter: Extract<UsageFilter, { readonly type: "verifications" }>
  readonly dimension: Exclude<UsageDimension, "outcome">
  readonly sort: UsageSort
  readonly isDescending: boolean
  readonly after: UsagePlace | undefined
  readonly limit: number
  readonly now: number
}

/** Whole hours, or whole days before hours are kept. */
export interface UsageBounds {
  readonly from: number
  readonly to: number
}

/** Where a page ends: at a value, and behind one of those that have it. What `tie` says is known to the store alone. */
export interface UsagePlace {
  readonly value: number
  readonly tie: number
}

export interface UsedAmounts {
  readonly verifications: number
  readonly credits: number
}

/** Everything that verifications counted without a key, identity or API is one row that names none. */
export interface UsageListRow extends UsedAmounts {
  readonly apiId?: string
  readonly keyId?: string
  readonly name?: string
  /** The owner of a key is the present one. */
  readonly identity?: { readonly id: string; readonly externalId?: string }
  readonly label?: string
  readonly isFolded?: true
  readonly isDeleted?: true
  readonly previous: UsedAmounts
  readonly place: UsagePlace
}

export interface UsageList {
  readonly rows: readonly UsageListRow[]
  /** On all pages. */
  readonly count: number
}

/** A list would read more counts of keys than one request may. */
export class TooManyCounts extends Error {
  override readonly name = "TooManyCounts"

  constructor(most: number) {
    super(`The list reads more than ${most} counts of keys.`)
  }
}

/** A query would read more labels than one request may. */
export class TooManyLabels extends Error {
  override readonly name = "TooManyLabels"

  constructor(most: number) {
    super(`The query reads more than ${most} counts by label, or more text of labels than fits into memory.`)
  }
}

/** Objects count as existing if they ever existed in the workspace. */
export interface UsageReads {
  /** Throws TooManyLabels instead of occupying the database for long. */
  read(query: UsageQuery): Promise<UsageResult>
  /**
   * Lists what was used in the range or before it, exactly: the rows of all pages add up to the total. Throws
   * TooManyLabels or TooManyCounts instead of occupying the database for long.
   */
  list(query: UsageListQuery): Promise<UsageList>
  hasApi(workspaceId: string, id: string): Promise<boolean>
  /** Returns the id of the API of each key that has existed. */
  findApisOfKeys(workspaceId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Finds ids by id or external id. A live identity comes before deleted ones. Unknown references are left out. */
  findIdentities(workspaceId: string, references: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Returns the names of keys, APIs, root keys, roles and namespaces, the external ids of identities and the slugs of
   * permissions, by id, also of deleted objects as long as they are stored.
   */
  findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Finds an id by id or name. */
  findNamespace(workspaceId: string, reference: string): Promise<string | undefined>
}
