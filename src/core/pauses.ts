/**
 * Long work on the thread that serves requests is done in turns: after each turn the requests of others have theirs. A
 * change comes back to this thread after each of its dozen statements, and may find a turn under way each time.
 */
export const turnMs = 1

/** Long work that waits for its next turn. */
const waiting: (() => void)[] = []

/**
 * Lets everything that waits for the thread go first. Of all long work one piece has a turn before that happens again:
 * a request waits for one turn, however many others are parsed at the same time.
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

/** Gives a function to call between two steps of long work: a pause to wait for once the turn is over, else undefined. */
export function takeTurns(now: () => number): () => Promise<void> | undefined {
  let endsAt = now() + turnMs
  return () => {
    if (now() < endsAt) return undefined
    return pause().then(() => {
      endsAt = now() + turnMs
    })
  }
}
