/** Far more than a busy machine needs, and less than the limit per test, so that the error says what is missing. */
const longestMs = 600_000

/** Looks again and again, and resolves with the first value that is neither `false` nor `undefined`. */
export async function until<Found>(
  look: () => Found | false | undefined | Promise<Found | false | undefined>,
  state: () => unknown = () => "The condition is still false.",
  timeoutMs = longestMs,
): Promise<Found> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== false && found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`${timeoutMs} ms passed. ${await state()}`)
    await Bun.sleep(5)
  }
}
