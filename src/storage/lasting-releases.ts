import type { ClaimedKey, IdempotencyRecords } from "./port/store.ts"
import { StorageUnavailable } from "./port/unavailable.ts"

/** Idempotency records whose claims are released even where the database is away when their request fails. */
export interface LastingReleases {
  readonly records: IdempotencyRecords
  /** Stops trying, and waits for what is under way. */
  close(): Promise<void>
}

interface Abandoned extends ClaimedKey {
  /** By the monotonic clock. */
  readonly expiresAt: number
}

const retryEveryMs = 100
const largestGroup = 500
/** What comes on top expires without help, and so does what could not be released in time. */
const mostAbandoned = 10_000
const claimedForMs = 60_000

/** Claims that could not be released are tried again until the database is back or the claims have expired. */
export function lastingReleases(records: IdempotencyRecords): LastingReleases {
  const abandoned = new Set<Abandoned>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let isClosed = false
  let releasing: Promise<void> | undefined

  const releaseGroup = async () => {
    const group = [...abandoned].slice(0, largestGroup)
    const live = group.filter(({ expiresAt }) => expiresAt > performance.now())
    await records.release(live)
    for (const one of group) abandoned.delete(one)
  }
  const releaseAll = async () => {
    while (abandoned.size > 0 && !isClosed) {
      await releaseGroup().catch(() => Promise.race([Bun.sleep(retryEveryMs), closed]))
    }
    releasing = undefined
  }
  const abandon = (claims: readonly ClaimedKey[]) => {
    const expiresAt = performance.now() + claimedForMs
    for (const one of claims) if (abandoned.size < mostAbandoned) abandoned.add({ ...one, expiresAt })
    releasing ??= releaseAll()
  }

  return {
    records: {
      ...records,
      async claim(key, request) {
        try {
          return await records.claim(key, request)
        } catch (error) {
          // The key may be claimed although the database could not say so.
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
