import type { ClaimedKey, IdempotencyRecords } from "../port/idempotency.ts"
import { StorageUnavailable } from "../port/unavailable.ts"

/** Idempotency records whose claims are released even if the database is unreachable when a request fails. */
export interface ReleaseRetries {
  readonly records: IdempotencyRecords
  /** Stops retrying and waits for the current attempt. */
  close(): Promise<void>
}

interface AbandonedClaim extends ClaimedKey {
  /** By the monotonic clock. */
  readonly expiresAt: number
}

const retryIntervalMs = 100
const claimsPerRetry = 500
/** Claims beyond this number expire without a release. */
const maxAbandoned = 10_000
const claimLifetimeMs = 60_000

/** Retries failed releases until the database is back or the claims have expired. */
export function retryReleases(records: IdempotencyRecords): ReleaseRetries {
  const abandoned = new Set<AbandonedClaim>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let isClosed = false
  let releasing: Promise<void> | undefined

  const releaseGroup = async () => {
    const group = [...abandoned].slice(0, claimsPerRetry)
    const live = group.filter(({ expiresAt }) => expiresAt > performance.now())
    await records.release(live)
    for (const one of group) abandoned.delete(one)
  }
  const releaseAll = async () => {
    while (abandoned.size > 0 && !isClosed) {
      await releaseGroup().catch(() => Promise.race([Bun.sleep(retryIntervalMs), closed]))
    }
    releasing = undefined
  }
  const abandon = (claims: readonly ClaimedKey[]) => {
    const expiresAt = performance.now() + claimLifetimeMs
    for (const one of claims) if (abandoned.size < maxAbandoned) abandoned.add({ ...one, expiresAt })
    releasing ??= releaseAll()
  }

  return {
    records: {
      ...records,
      async claim(key, request) {
        try {
          return await records.claim(key, request)
        } catch (error) {
          // The database may have stored the claim even though the call failed.
          abandon([{ key, claim: request.claim }])
          throw error
        }
      },
      async release(claims) {
        try {
          await records.release(claims)
        } catch (error) {
          if (!(error instanceof StorageUnavailable)) throw error
          abandon(claims)
        }
      },
    },
    async close() {
      isClosed = true
      close()
      await releasing
    },
  }
}
