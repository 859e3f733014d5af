import type { Propagating } from "./propagation.ts"

export interface IdempotencyKey {
  readonly scope: string
  readonly operation: string
  readonly keyHash: string
}

/** An idempotency key and the request that holds it. */
export interface ClaimedKey {
  readonly key: IdempotencyKey
  readonly claim: string
}

export type IdempotencyState =
  /** `progress` comes from an earlier request that did not finish. */
  | { readonly type: "claimed"; readonly progress?: string }
  | { readonly type: "running"; readonly bodyHash: string }
  | {
      readonly type: "kept"
      readonly bodyHash: string
      readonly response: string
      readonly required: readonly string[]
    }

export interface ClaimRequest extends Propagating {
  /** That of the change. Undefined for a change of the installation. */
  readonly workspaceId?: string | undefined
  readonly bodyHash: string
  readonly claim: string
  readonly now: number
  readonly expiresAt: number
}

export interface IdempotencyRecords {
  /**
   * Claims an unused key for one request; of concurrent calls exactly one wins. Also claims an unfinished key with progress,
   * and one whose node is not in the list of nodes: what that node still does with it is refused at its commit.
   */
  claim(key: IdempotencyKey, request: ClaimRequest): Promise<IdempotencyState>
  /** Releases unfinished claims, all or none. Progress stays. */
  release(claims: readonly ClaimedKey[]): Promise<void>
  /** Releases all unfinished claims of killed processes. The caller must be the only running process. */
  releaseAll(): Promise<void>
  /** Deletes a bounded number of records and returns whether more may remain. */
  deleteExpired(now: number): Promise<boolean>
}

export interface IdempotencyCompletion {
  /** Stores the progress with the commit and extends the claim. Throws like `complete`. */
  advance(key: IdempotencyKey, advanced: { claim: string; progress: string; expiresAt: number }): Promise<void>
  /** Stores the response with the commit. Throws StorageUnavailable if the claim was lost. */
  complete(
    key: IdempotencyKey,
    kept: { claim: string; response: string; required: readonly string[]; expiresAt: number },
  ): Promise<void>
}
