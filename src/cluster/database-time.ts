/** The time of the database, which all nodes agree on even where the clock of one of them is wrong. */
export interface DatabaseTime {
  /** Unix time in milliseconds. */
  now(): number
  /** The database said what time it is, between these two moments of the clock. */
  learn(said: { readonly databaseNow: number; readonly sentAt: number; readonly receivedAt: number }): void
}

/** Counted on by a clock that nobody sets, and moved only as far as the database proves it wrong. */
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
