/** Those who want a connection for themselves, one after the other. */
export interface Line {
  /** Waits for its turn; the turn lasts until the function that it gives is called. */
  enter(): Promise<() => void>
}

export function createLine(): Line {
  let last: Promise<void> = Promise.resolve()
  return {
    async enter() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      return resolve
    },
  }
}
