/** Estimates the clock of Redis from its replies. Local times are those of performance.now(). */
export interface RedisClock {
  /** Redis showed `shown` at some time between `sentAt` and `answeredAt`. */
  learn(shown: number, sentAt: number, answeredAt: number): void
  /** Returns the Redis time at a local time, or slightly less, never more. */
  at(time: number): number
}

export function createRedisClock(): RedisClock {
  let ahead: number | undefined
  return {
    learn(shown, sentAt, answeredAt) {
      const least = shown - answeredAt
      const most = shown + 1 - sentAt
      // A fast reply is more precise than a slow one, so it is used as long as it can be true.
      ahead = ahead === undefined || ahead > most ? least : Math.max(ahead, least)
    },
    at: (time) => Math.floor(time + (ahead ?? 0)),
  }
}
