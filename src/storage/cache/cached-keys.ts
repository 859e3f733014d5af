import type { VerifiableKey } from "../../core/verify.ts"
import type { VerificationReads, VerificationRecord } from "../port/verification.ts"
import type { Memory } from "./cache-memory.ts"
import { createRecordCache } from "./record-cache.ts"

interface CachedKeys extends VerificationReads {
  peek(workspaceId: string, hash: string, now: number): VerifiableKey | undefined
  peekRecord(workspaceId: string, hash: string, now: number): VerificationRecord | undefined
}

/** Keys stay until something that they depend on changes, or until the plan of their identity changes by time. */
export function cachedKeys(reads: VerificationReads, memory: Memory): CachedKeys {
  const { dependencies, mayUseCache } = memory
  const keys = createRecordCache<VerifiableKey>(dependencies, { ...memory, bytesOf: bytesOfKey })
  const load = async (workspaceId: string, hash: string, now: number) => {
    const record = await reads.findUncached(workspaceId, hash, now)
    return record && { value: record.key, dependsOn: record.dependsOn }
  }
  const get = (workspaceId: string, hash: string, now: number) =>
    keys.get(hash, () => load(workspaceId, hash, now), workspaceId)

  return {
    ...reads,

    peek(workspaceId, hash, now) {
      const known = mayUseCache() ? keys.peek(hash, workspaceId) : undefined
      return known === undefined || known === null || hasOtherPlan(known, now) ? undefined : known
    },

    peekRecord(workspaceId, hash, now) {
      const known = mayUseCache() ? keys.peekLoaded(hash, workspaceId) : undefined
      if (known === undefined || hasOtherPlan(known.value, now)) return undefined
      return { key: known.value, dependsOn: known.dependsOn }
    },

    async find(workspaceId, hash, now) {
      if (!mayUseCache()) return reads.find(workspaceId, hash, now)
      const known = await get(workspaceId, hash, now)
      if (known === undefined || !hasOtherPlan(known, now)) return known
      keys.evict(hash, workspaceId)
      const loaded = await get(workspaceId, hash, now)
      if (loaded === undefined || !hasOtherPlan(loaded, now)) return loaded
      // The load was shared with a call from before the change of plan.
      return reads.find(workspaceId, hash, now)
    },
  }
}

function hasOtherPlan({ facts: { planChangeAt } }: VerifiableKey, now: number): boolean {
  return planChangeAt !== null && planChangeAt <= now
}

/** Estimates must be cheap, because hundreds of thousands of records are cached. */
function bytesOfKey({ balanceId, facts }: VerifiableKey): number {
  const { responseJson, limits, permissions, ipAllowlist, meter } = facts
  const ofBalance = balanceId === null ? 0 : bytesOfBalance
  const ofLists = 400 * limits.length + 50 * permissions.length + 150 * (ipAllowlist?.length ?? 0)
  const ofMeter = meter === null ? 0 : bytesOfMeter
  return 400 + ofBalance + ofMeter + responseJson.length + ofLists
}

/** Measured: the id, and a dependency that few records share. */
const bytesOfBalance = 210

/** The keys of an identity share it, but an identity may have one key only. */
const bytesOfMeter = 150
