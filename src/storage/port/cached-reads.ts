import type { Namespace, Override } from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import type { VerifiableKey } from "../../core/verify.ts"
import type { Credential } from "./credentials.ts"
import type { VerificationRecord } from "./verification.ts"

/** Reads from memory without waiting. Returns undefined if the store must be read; a returned record is never stale. */
export interface CachedReads {
  peekCredential(hash: string): Credential | undefined
  peekKey(workspaceId: string, hash: string, now: number): VerifiableKey | undefined
  /** The same, with everything that the key depends on in this moment. */
  peekRecord(workspaceId: string, hash: string, now: number): VerificationRecord | undefined
  /** By id or name. */
  peekNamespace(workspaceId: string, reference: string): Namespace | undefined
  /** The matcher covers all overrides of the namespace. */
  peekOverrides(namespaceId: string): OverrideMatcher<Override> | undefined
}
