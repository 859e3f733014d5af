/** Far more than a busy machine needs, and less than the limit per test, so that the error says what is missing. */
const longestMs = 600_000

/** A look may cost more than what it waits for, so the pauses grow with the time that has passed. */
const shortestPauseMs = 5
const longestPauseMs = 50

/** Looks again and again, and resolves with the first value that is neither `false` nor `undefined`. */
export async function until<Found>(
  look: () => Found | false | undefined | Promise<Found | false | undefined>,
  state: () => unknown = () => "The condition is still false.",
  timeoutMs = longestMs,
): Promise<Found> {
  const start = performance.now()
  for (;;) {
    const found = await look()
    if (found !== false && found !== undefined) return found
    const waitedMs = performance.now() - start
    if (waitedMs > timeoutMs) throw new Error(`${timeoutMs} ms passed. ${await state()}`)
    await Bun.sleep(Math.min(Math.max(shortestPauseMs, waitedMs / 10), longestPauseMs))
  }
}
