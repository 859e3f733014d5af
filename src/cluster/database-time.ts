import { leaseMs } from "./lease.ts"

/** The time of the database. All nodes use it, so that a wrong clock on one node has no effect. */
export interface DatabaseTime {
  /** Unix time in milliseconds. */
  now(): number
  /** Reads the local clocks before the database is asked. */
  read(): LocalReading
  /** Takes a time that the database reported between `sent` and this moment. */
  learn(answer: { readonly databaseNow: number; readonly sent: LocalReading }): void
}

/** One reading of the local clocks, in milliseconds. */
export interface LocalReading {
  readonly monotonic: number
  readonly wall: number
  readonly uptime: number
}

export interface LocalClocks {
  /** Monotonic milliseconds. On Linux, they stop while the machine sleeps. */
  clock(): number
  /** Milliseconds that continue while the machine sleeps, but can be set. */
  wallClock(): number
  /** Milliseconds since the machine started, also those of its sleep. They cannot be set, but may be whole seconds. */
  uptimeClock(): number
}

/**
 * Advances with a monotonic clock, and by the time that the machine slept since the last reading. A reading moves it only
 * as far as the reading proves it wrong.
 */
export function createDatabaseTime({ clock, wallClock, uptimeClock }: LocalClocks): DatabaseTime {
  let ahead: number | undefined
  let learnt: LocalReading | undefined
  const read = () => ({ monotonic: clock(), wall: wallClock(), uptime: uptimeClock() })
  /** Setting the wall clock is safe: back, it adds nothing, and forward, no more than the uptime confirms. */
  const sleptSince = ({ monotonic, wall, uptime }: LocalReading) => {
    const awake = clock() - monotonic
    const byWallClock = wallClock() - wall - awake
    if (byWallClock <= leaseMs) return 0
    // The difference of two whole seconds may be wrong by almost a second, which is less than a lease.
    const slept = Math.min(byWallClock, uptimeClock() - uptime - awake)
    return slept > leaseMs ? slept : 0
  }
  return {
    now() {
      if (ahead === undefined || learnt === undefined) throw new Error("The time of the database is not known yet.")
      return Math.floor(clock() + ahead + sleptSince(learnt))
    },
    read,
    learn({ databaseNow, sent }) {
      // The database may have answered before or after the sleep, so the next answer counts.
      if (ahead !== undefined && sleptSince(sent) > 0) return
      const [least, most] = [databaseNow - clock(), databaseNow - sent.monotonic]
      ahead = ahead === undefined ? (least + most) / 2 : Math.min(Math.max(ahead, least), most)
      learnt = sent
    },
  }
}
