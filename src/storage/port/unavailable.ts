/** The database cannot be reached, is full or is busy: not a defect, and answered with 503. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "StorageUnavailable"
  }
}

/** Others held what was needed; the same may well succeed a moment later. */
export function isContended(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : undefined
  const state = cause instanceof Error && "errno" in cause ? String(cause.errno) : ""
  return deadlockOrLockNotHad.test(state)
}

const deadlockOrLockNotHad = /^(40P01|55P03)$/
