import type { Identity } from "../../core/model.ts"
import type { PageQuery, QuotaCheck, SearchQuery } from "./collection.ts"

export interface IdentityFilter extends SearchQuery {
  readonly enabled?: boolean | undefined
  readonly plan?: PlanFilter | undefined
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
  /** Lists by id, and reads a bounded number of rows. `end` is where to continue; absent after the last identity. */
  listOfPlan(workspaceId: string, plan: PlanFilter, query: PageQuery): Promise<IdentitiesOfPlan>
  findByExternalId(workspaceId: string, externalId: string): Promise<Identity | undefined>
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Identity[]>
  listByExternalIds(workspaceId: string, externalIds: readonly string[]): Promise<readonly Identity[]>
  count(workspaceId: string): Promise<number>
}

export interface IdentityWrites extends IdentityReads {
  /** Whether the workspace may have this many more. Exact like `count`, and seldom counts. */
  hasRoom(workspaceId: string, quota: QuotaCheck): Promise<boolean>
  /** Includes rate limits and permissions. The plans must exist. */
  insert(identities: readonly Identity[]): Promise<void>
  /** Writes the identity, its rate limits and permissions. `before` must be the identity as it is stored. */
  update(before: Identity, after: Identity): Promise<void>
  /** Also unlinks its keys. */
  delete(id: string, now: number): Promise<void>
}
