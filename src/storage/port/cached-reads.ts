import type { Namespace, Override } from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import type { VerifiableKey } from "../../core/verify.ts"
import type { Credential } from "./store.ts"

/**
 * What the memory of this process knows at this moment, without waiting. A reader must work without it: undefined means
 * that the store has to be asked. A record is as fresh as the store would return it.
 */
export interface CachedReads {
  peekCredential(hash: string): Credential | undefined
  peekKey(workspaceId: string, hash: string): VerifiableKey | undefined
  /** By id or name. */
  peekNamespace(workspaceId: string, reference: string): Namespace | undefined
  /** A matcher that knows all overrides of the namespace. */
  peekOverrides(namespaceId: string): OverrideMatcher<Override> | undefined
}
