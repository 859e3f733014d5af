import type { Key } from "../../core/model.ts"
import type { VerifiableKey } from "../../core/verify.ts"
import type { PrefixedHashes } from "./credentials.ts"

/** Every finder shows the plan that the identity of the key has at `now`. */
export interface VerificationReads {
  /**
   * Finds a live key by the hash of its whole text, or by that of a previous secret. Returns undefined if a root key has
   * that hash.
   */
  find(workspaceId: string, hash: string, now: number): Promise<VerifiableKey | undefined>
  /** Reads past the cache, because another request may have just adopted the key. */
  findUncached(workspaceId: string, hash: string, now: number): Promise<VerificationRecord | undefined>
  /**
   * Finds a live key by its id, past the cache. Includes keys that are not adopted yet, and keys with the hash of a root
   * key, because otherwise a workspace could test hashes of other workspaces.
   */
  findById(workspaceId: string, keyId: string, now: number): Promise<VerifiableKey | undefined>
  /**
   * Finds a key imported as prefixed_api_key, by the hash of its long token, until its first use. Returns undefined if the
   * whole hash belongs to a root key, or to any key of the workspace, deleted ones included: it can then not be adopted.
   */
  findPrefixed(workspaceId: string, hashes: PrefixedHashes): Promise<UnadoptedKey | undefined>
}

/** The input of a verification, and the ids of all objects whose change makes it stale. */
export interface VerificationRecord {
  readonly key: VerifiableKey
  readonly dependsOn: readonly string[]
}

export type UnadoptedKey = Pick<Key, "id" | "apiId" | "migrationId">
