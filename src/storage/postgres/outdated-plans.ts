import { SQL } from "bun"
import { StorageUnavailable } from "../port/unavailable.ts"

/** Exceeds the usual pool size, because each connection may hold an outdated plan. */
const mostPlans = 50

/**
 * Repeats a statement or a whole transaction in which the prepared form of a statement was outdated. It was rejected before
 * it ran, so nothing was stored.
 */
export async function retryIfOutdated<T>(work: () => PromiseLike<T>, timesLeft = mostPlans): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOutdatedPlan(error) || timesLeft === 0) throw error
    return retryIfOutdated(work, timesLeft - 1)
  }
}

/** The schema changed the result type, or a pooler or an operator discarded the prepared statement. */
export function isOutdatedPlan(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return isOutdatedPlan(error.cause)
  if (!(error instanceof SQL.PostgresError)) return false
  // Other errors of this class are defects. The routine name does not depend on the server language.
  return error.errno === "26000" || (error.errno === "0A000" && error.routine === "RevalidateCachedQuery")
}
