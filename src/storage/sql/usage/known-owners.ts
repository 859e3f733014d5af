import type { VerificationTally } from "../../port/usage.ts"
import type { OwnedKey } from "./adding-usage.ts"

/** Remembers which keys of identities are stored. It empties itself when it is full. */
export function knownOwners(rememberedAtMost = 250_000) {
  /** The latest identity of a key. Both ids are texts of cached records, so that they need no memory of their own. */
  const known = new Map<string, string>()
  return {
    unknownIn(verifications: readonly VerificationTally[]): readonly OwnedKey[] {
      const unknown = new Map<string, OwnedKey>()
      for (const { identityId, apiId, keyId } of verifications) {
        if (identityId === null || known.get(keyId) === identityId) continue
        unknown.set(`${identityId}/${keyId}`, { identityId, apiId, keyId })
      }
      return [...unknown.values()]
    },
    remember(owned: readonly OwnedKey[]): void {
      if (known.size + owned.length > rememberedAtMost) known.clear()
      for (const { identityId, keyId } of owned) known.set(keyId, identityId)
    },
  }
}
