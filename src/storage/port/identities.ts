import type { CreditOperation } from "../../core/change-credits.ts"
import type { Identity } from "../../core/model.ts"
import type { LateReturn } from "../../core/reservation.ts"
import type { PageQuery, QuotaCheck, SearchQuery, SortedPlace } from "./collection.ts"

/** Filters that combine with "and". */
export interface IdentityMatch {
  readonly search: string | undefined
  readonly enabled?: boolean | undefined
  readonly plan?: PlanFilter | undefined
}

export interface IdentityFilter extends SearchQuery, IdentityMatch {}

export interface IdentitySortQuery {
  /** Keys are counted as in `countOfIdentities`. */
  readonly sort: "name" | "keys"
  readonly isDescending: boolean
  readonly after: SortedPlace | undefined
  readonly limit: number
}

/** Identities that have the plan at `now`. */
export interface PlanFilter {
  readonly id: string
  /** Then those without a plan of their own have it too. */
  readonly isDefault: boolean
  readonly now: number
}

export interface IdentitiesOfPlan {
  readonly identities: readonly Identity[]
  readonly end: string | undefined
}

export interface IdentityReads {
  find(workspaceId: string, id: string): Promise<Identity | undefined>
  list(workspaceId: string, filter: IdentityFilter): Promise<readonly Identity[]>
  listSorted(workspaceId: string, match: IdentityMatch, query: IdentitySortQuery): Promise<readonly SortedPlace[]>
  /** Counts in short steps, and stops when there are more than `atMost`. */
  countMatching(workspaceId: string, match: IdentityMatch, atMost: number): Promise<number>
  /** Lists by id, and reads a bounded number of rows. `end` is where to continue; absent after the last identity. */
  listOfPlan(workspaceId: string, plan: PlanFilter, query: PageQuery): Promise<IdentitiesOfPlan>
  findByExternalId(workspaceId: string, externalId: string): Promise<Identity | undefined>
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Identity[]>
  listByExternalIds(workspaceId: string, externalIds: readonly string[]): Promise<readonly Identity[]>
  count(workspaceId: string): Promise<number>
  findReference(identityId: string, reference: string): Promise<CreditReference | undefined>
  /** All references of these identities, for exports. */
  listReferences(identityIds: readonly string[]): Promise<readonly CreditReference[]>
  /** What open reservations have used of the quotas of these identities, for exports. One entry for each count. */
  listHeldUse(identityIds: readonly string[]): Promise<readonly LateReturn[]>
}

/** What was done under a reference, such as a payment. A reference counts once for each identity. */
export interface CreditReference {
  readonly identityId: string
  readonly reference: string
  readonly operation: CreditOperation
  /** null: the credits were removed. */
  readonly amount: number | null
  readonly createdAt: number
}

export interface IdentityWrites extends IdentityReads {
  /** Like `find`, but no spend from its balance can commit between this read and the commit of this transaction. */
  findForUpdate(workspaceId: string, id: string): Promise<Identity | undefined>
  /** Whether the workspace may have this many more. Exact like `count`, and seldom counts. */
  hasRoom(workspaceId: string, quota: QuotaCheck): Promise<boolean>
  /** Includes rate limits, permissions and balances. The plans must exist. */
  insert(identities: readonly Identity[]): Promise<void>
  /**
   * Writes the identity, its rate limits, permissions and balance. `before` must be the identity as it is stored; if the
   * balance changes, it must come from `findForUpdate`.
   */
  update(before: Identity, after: Identity): Promise<void>
  addReferences(references: readonly CreditReference[]): Promise<void>
  /** Also unlinks its keys. */
  delete(id: string, now: number): Promise<void>
}
