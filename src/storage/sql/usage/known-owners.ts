import type { VerificationTally } from "../../port/usage.ts"
import type { OwnedKey } from "./adding-usage.ts"

/** Remembers which keys of identities are stored. It empties itself when it is full. */
export function knownOwners(rememberedAtMost = 250_000) {
  const known = new Set<string>()
  return {
    unknownIn(verifications: readonly VerificationTally[]): readonly OwnedKey[] {
      const unknown = new Map<string, OwnedKey>()
      for (const { identityId, apiId, keyId } of verifications) {
        if (identityId === null || known.has(nameOf(identityId, keyId))) continue
        unknown.set(nameOf(identityId, keyId), { identityId, apiId, keyId })
      }
      return [...unknown.values()]
    },
    remember(owned: readonly OwnedKey[]): void {
      if (known.size + owned.length > rememberedAtMost) known.clear()
      for (const { identityId, keyId } of owned) known.add(nameOf(identityId, keyId))
    },
  }
}

function nameOf(identityId: string, keyId: string): string {
  return `${identityId}/${keyId}`
}
