/** The database is unreachable, full or busy. The server responds with 503. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database did not respond: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "StorageUnavailable"
  }
}

/** Another transaction held the lock, so a retry can succeed. */
export function isContended(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : undefined
  const state = cause instanceof Error && "errno" in cause ? String(cause.errno) : ""
  return deadlockOrLockTimeout.test(state)
}

const deadlockOrLockTimeout = /^(40P01|55P03)$/
