/** The database cannot be reached, is full or is busy: not a defect, and answered with 503. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "StorageUnavailable"
  }
}
