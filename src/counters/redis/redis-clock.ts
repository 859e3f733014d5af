/** What the clock of Redis shows, as far as its answers tell. Own times are those of performance.now(). */
export interface RedisClock {
  /** Redis showed `shown` at some instant between `sentAt` and `answeredAt`. */
  learn(shown: number, sentAt: number, answeredAt: number): void
  /** What it shows at an own time, or a little less: never more. */
  at(time: number): number
}

export function createRedisClock(): RedisClock {
  let ahead: number | undefined
  return {
    learn(shown, sentAt, answeredAt) {
      const least = shown - answeredAt
      const most = shown + 1 - sentAt
      // A quick answer tells more than a slow one, so it is kept for as long as it can still be true.
      ahead = ahead === undefined || ahead > most ? least : Math.max(ahead, least)
    },
    at: (time) => Math.floor(time + (ahead ?? 0)),
  }
}
