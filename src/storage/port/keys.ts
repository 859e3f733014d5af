import type { KeyStatus } from "../../contract/key-statuses.ts"
import type { Identity, Key, KeyDetails } from "../../core/model.ts"
import type { PageQuery, QuotaCheck, SearchQuery, SortedPlace } from "./collection.ts"

/** What keys must fulfil. */
export interface KeyMatch {
  readonly search: string | undefined
  readonly apiId: string | undefined
  readonly apiIds?: readonly string[] | undefined
  readonly identityId: string | undefined
  readonly externalId: string | undefined
  readonly enabled: boolean | undefined
  readonly status?: { readonly name: KeyStatus; readonly now: number } | undefined
  /** Keys that expire before this time, expired ones included. */
  readonly expiresBefore?: number | undefined
  readonly roleId?: string | undefined
  /** Held directly or through a role. */
  readonly permissionId?: string | undefined
  /** The name of a rate limit of the key itself. */
  readonly ratelimit?: string | undefined
  /** Keys that were last changed at this time or before. */
  readonly unchangedSince?: number | undefined
}

export interface KeyFilter extends KeyMatch, SearchQuery {}

/** How many keys match, and where they are. If `count` is above what was asked, there may be more. */
export interface MatchSummary {
  readonly count: number
  readonly apiIds: ReadonlySet<string>
  /** The largest id among them. */
  readonly lastId: string | undefined
}

/** The keys that match after the id `after` and up to `upTo`. */
export interface MatchRange {
  readonly after?: string | undefined
  readonly upTo?: string | undefined
}

/** Some of the keys that match. `end` is where to continue; absent after the last one. */
export interface MatchStep {
  readonly keys: readonly SelectedKey[]
  readonly end: string | undefined
}

export type KeySort = "name" | "expires" | "lastUsed" | "credits"

export interface SortQuery {
  readonly sort: KeySort
  readonly isDescending: boolean
  readonly after: SortedPlace | undefined
  readonly limit: number
  /** For refills that are due. */
  readonly now: number
}

/** The keys of a bulk change. `enabled` selects one state, undefined selects both. */
export type KeySelection =
  | { readonly type: "ids"; readonly ids: readonly string[] }
  | { readonly type: "api"; readonly apiId: string }
  | { readonly type: "identity"; readonly identityId: string; readonly enabled?: boolean | undefined }

/** A key and what it costs to load: its rows and bytes, without those of its identity and of the permissions of its roles. */
export interface SelectedKey extends Pick<Key, "id" | "apiId" | "identityId"> {
  readonly rows: number
  readonly bytes: number
  readonly identityBytes: number
}

export interface UnexpiredCount {
  /** Only keys of these APIs. */
  readonly apiIds?: readonly string[]
  readonly now: number
  readonly atMost: number
}

/** An identity, a role or a permission has this many keys or more. */
export const countedKeysAtMost = 1_000

export interface KeyReads {
  find(workspaceId: string, id: string): Promise<KeyDetails | undefined>
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly KeyDetails[]>
  /** Returns the first keys of a selection, without their details. */
  listSelected(workspaceId: string, selection: KeySelection, query: PageQuery): Promise<readonly SelectedKey[]>
  list(workspaceId: string, filter: KeyFilter): Promise<readonly KeyDetails[]>
  /** Reads all keys that match, in short steps, and returns the places of those that come next. */
  listSorted(workspaceId: string, match: KeyMatch, query: SortQuery): Promise<readonly SortedPlace[]>
  /** Counts in short steps, and stops when there are more than `atMost`. */
  summarizeMatching(
    workspaceId: string,
    match: KeyMatch,
    range: MatchRange & { readonly atMost: number },
  ): Promise<MatchSummary>
  /** Lists by id, without details, and reads a bounded number of rows. */
  listMatching(workspaceId: string, match: KeyMatch, query: MatchRange & { readonly limit: number }): Promise<MatchStep>
  count(workspaceId: string): Promise<number>
  countUnexpired(workspaceId: string, now: number): Promise<number>
  /** Counts the unexpired keys of an identity; stops at `atMost`. Expired ones cost nothing. */
  countUnexpiredOf(identity: Pick<Identity, "id" | "workspaceId">, count: UnexpiredCount): Promise<number>
  /**
   * How many keys each of these identities has, expired and disabled ones included; stops at `countedKeysAtMost`. It reads
   * twice as many rows at most, so it may miss keys of an identity that has more than a thousand of deleted APIs.
   */
  countOfIdentities(workspaceId: string, identityIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The same for the keys that have each of these roles. Deleted keys count as read rows too. */
  countOfRoles(workspaceId: string, roleIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The same for the keys that hold each of these permissions, directly or by a role. Both ways have their own bound. */
  countOfPermissions(workspaceId: string, permissionIds: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export interface KeyWrites extends KeyReads {
  /** Whether the workspace may have this many more unexpired keys. Exact like `countUnexpired`, and seldom counts. */
  hasRoom(workspaceId: string, quota: QuotaCheck): Promise<boolean>
  /** Like `find`, but no spend from its balance can commit between this read and the commit of this transaction. */
  findForUpdate(workspaceId: string, id: string): Promise<KeyDetails | undefined>
  /** The same for many keys, ascending by id. */
  listForUpdate(workspaceId: string, ids: readonly string[]): Promise<readonly KeyDetails[]>
  /** Includes rate limits, links and previous secrets. The balances must exist. */
  insert(keys: readonly KeyDetails[]): Promise<void>
  /**
   * Writes the key, its rate limits, links and previous secrets. `before` must come from `findForUpdate`; the balance must
   * exist. The hash of a previous secret that is no longer listed stays taken.
   */
  update(before: KeyDetails, after: KeyDetails): Promise<void>
  delete(ids: readonly string[], now: number): Promise<void>
  /** Also deletes balances that no other key refers to, deleted keys included. */
  erase(ids: readonly string[]): Promise<void>
}
