import type { Store } from "./port/store.ts"

/** Removes what has run out, so that it neither lies around nor takes room. */
export interface Housekeeping {
  /** Waits for what is under way. */
  close(): Promise<void>
}

interface Settings {
  now(): number
  /** Told of what could not be done; it is tried again. */
  report(error: unknown): void
}

const everyMs = 60 * 60 * 1000
/** Between two steps, in which others write. */
const pauseMs = 10

/** At the start and every hour. Several nodes may do it at once. */
export function startHousekeeping({ idempotency }: Store, { now, report }: Settings): Housekeeping {
  let underWay = Promise.resolve()
  let isClosed = false
  const deleteExpired = async () => {
    while (!isClosed && (await idempotency.deleteExpired(now()))) await Bun.sleep(pauseMs)
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
