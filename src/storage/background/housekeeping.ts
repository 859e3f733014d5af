import type { Store } from "../port/store.ts"

/** Deletes expired idempotency records, sessions, links, reservations and marks of notices. */
export interface Housekeeping {
  /** Waits for the current run. */
  close(): Promise<void>
}

interface Settings {
  now(): number
  /** Receives failures; the next run tries again. */
  report(error: unknown): void
}

const everyMs = 60 * 60 * 1000
/** Other writers get a turn between two steps. */
const pauseMs = 10

/** Runs at the start and every hour. Several nodes may run it at once. */
export function startHousekeeping(
  { idempotency, sessionUpkeep, credits, noticeUpkeep }: Store,
  { now, report }: Settings,
): Housekeeping {
  let underWay = Promise.resolve()
  let isClosed = false
  const deleteExpired = async () => {
    while (!isClosed && (await idempotency.deleteExpired(now()))) await Bun.sleep(pauseMs)
    if (!isClosed) await sessionUpkeep.deleteExpired(now())
    while (!isClosed && (await credits.deleteForgotten(now()))) await Bun.sleep(pauseMs)
    while (!isClosed && (await noticeUpkeep.deleteExpired(now()))) await Bun.sleep(pauseMs)
  }
  const clean = () => {
    underWay = deleteExpired().catch(report)
  }
  clean()
  const timer = setInterval(clean, everyMs)
  timer.unref()
  return {
    close() {
      isClosed = true
      clearInterval(timer)
      return underWay
    },
  }
}
