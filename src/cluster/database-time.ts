/** The time of the database. All nodes use it, so that a wrong clock on one node has no effect. */
export interface DatabaseTime {
  /** Unix time in milliseconds. */
  now(): number
  /** FlagValue a time that the database reported between these two readings of the local clock. */
  learn(reading: { readonly databaseNow: number; readonly sentAt: number; readonly receivedAt: number }): void
}

/** Advances with a monotonic clock. A reading moves it only as far as the reading proves it wrong. */
export function createDatabaseTime(clock: () => number): DatabaseTime {
  let ahead: number | undefined
  return {
    now() {
      if (ahead === undefined) throw new Error("The time of the database is not known yet.")
      return Math.floor(clock() + ahead)
    },
    learn({ databaseNow, sentAt, receivedAt }) {
      const [least, most] = [databaseNow - receivedAt, databaseNow - sentAt]
      ahead = ahead === undefined ? (least + most) / 2 : Math.min(Math.max(ahead, least), most)
    },
  }
}
