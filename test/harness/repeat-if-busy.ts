/** Longer than any wait in the service, several times over. */
const forMs = 60_000

/**
 * Repeats a call that the service could not process in time, as clients do: the machine may be busy, and 503 means that nothing
 * has happened.
 */
export async function repeatIfBusy<Answer extends { readonly status: number }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const deadline = performance.now() + forMs
  for (;;) {
    const answer = await call()
    if (answer.status !== 503 || performance.now() > deadline) return answer
    await Bun.sleep(100)
  }
}
