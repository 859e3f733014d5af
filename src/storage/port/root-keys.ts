import type { RootKey } from "../../core/model.ts"
import type { Kept, Listed } from "./collection.ts"

export interface RootKeyReads extends Listed<RootKey> {
  /** Returns up to `limit` enabled, unexpired root keys with the grant `*`. */
  listUsableOwners(workspaceId: string, now: number, limit: number): Promise<readonly RootKey[]>
  /** Returns up to `limit` root keys that a user created, ascending by id. */
  listCreatedBy(workspaceId: string, userId: string, limit: number): Promise<readonly RootKey[]>
}

export interface RootKeyWrites extends RootKeyReads, Kept<RootKey> {}
