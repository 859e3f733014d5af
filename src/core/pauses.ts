/**
 * Long work on the serving thread runs in turns of this length and lets other requests run in between. A mutation
 * returns to this thread after each of its dozen statements, and may wait for a turn each time.
 */
export const turnMs = 1

/** Long work that waits for its next turn. */
const waiting: (() => void)[] = []

/**
 * Lets all other pending work run first. Only one long task continues per round, so a request waits for one turn,
 * however many bodies are parsed at once.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(letOneContinue)
  })
}

function letOneContinue(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letOneContinue)
}

/**
 * Returns a function to call between steps of long work. It returns a pause to await when the turn is over,
 * otherwise undefined.
 */
export function takeTurns(now: () => number): () => Promise<void> | undefined {
  let endsAt = now() + turnMs
  return () => {
    if (now() < endsAt) return undefined
    return pause().then(() => {
      endsAt = now() + turnMs
    })
  }
}
