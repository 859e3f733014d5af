import type { Identity } from "../../core/model.ts"
import type { Listed, QuotaCheck } from "./collection.ts"

export interface IdentityReads extends Listed<Identity> {
  findByExternalId(workspaceId: string, externalId: string): Promise<Identity | undefined>
  listByIds(workspaceId: string, ids: readonly string[]): Promise<readonly Identity[]>
  listByExternalIds(workspaceId: string, externalIds: readonly string[]): Promise<readonly Identity[]>
  count(workspaceId: string): Promise<number>
}

export interface IdentityWrites extends IdentityReads {
  /** Whether the workspace may have this many more. Exact like `count`, and seldom counts. */
  hasRoom(workspaceId: string, quota: QuotaCheck): Promise<boolean>
  /** Includes rate limits. */
  insert(identities: readonly Identity[]): Promise<void>
  /** Replaces the rate limits. */
  update(identity: Identity): Promise<void>
  /** Also unlinks its keys. */
  delete(id: string, now: number): Promise<void>
}
