/**
 * Long work on the serving thread pauses after this time and lets other requests run. A mutation returns to this thread after
 * each of its dozen statements, and may wait this long each time.
 */
export const pauseAfterMs = 1

/** Long work that is paused. */
const waiting: (() => void)[] = []

/**
 * Lets all other pending work run first. Only one paused task continues per round of the event loop, so a request waits for one
 * task, even if many bodies are parsed at once.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(letOneContinue)
  })
}

/** Lets requests run first, but only one paused task. For work that other requests wait for. */
export function pauseShortly(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

function letOneContinue(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letOneContinue)
}

/**
 * Returns a function to call between steps of long work. If a pause is due, the function returns it as a promise to await,
 * otherwise undefined.
 */
export function createPauser(now: () => number, wait = pause, afterMs = pauseAfterMs): () => Promise<void> | undefined {
  let endsAt = now() + afterMs
  return () => {
    if (now() < endsAt) return undefined
    return wait().then(() => {
      endsAt = now() + afterMs
    })
  }
}
