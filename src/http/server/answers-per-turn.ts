import type { Handler } from "./server.ts"

/**
 * Bun reads the requests that a client has pipelined in one turn of the event loop, as long as each is answered without
 * waiting: thousands of refusals, while all other connections wait. It closes the connection as soon as a request
 * follows one that waits. So after many answers in a turn, the next ones wait for the next turn. That ends a pipeline, and
 * delays a client that waits for its responses by a few microseconds.
 *
 * Counting the answers of each connection would be fairer, but `requestIP`, which has the port, takes 2.5 µs.
 */
export interface AnswersPerTurn {
  limit(handle: Handler): Handler
}

/** Turns with fewer answers than this are not told apart, because that would take a step of the event loop each. */
const watchedFrom = 64
/** Answers in the rest of a turn after `watchedFrom`. About 64 × 20 µs. */
const mostInTurn = 64

export function createAnswersPerTurn(): AnswersPerTurn {
  let answers = 0
  let nextTurn: Promise<void> | undefined
  const waitForNextTurn = () => {
    nextTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        nextTurn = undefined
        resolve()
      })
    })
    return nextTurn
  }
  const beginTurn = () => {
    answers = 0
  }
  return {
    limit: (handle) => (request, clientAddresses) => {
      answers += 1
      if (answers === watchedFrom) setImmediate(beginTurn)
      if (answers <= watchedFrom + mostInTurn) return handle(request, clientAddresses)
      return waitForNextTurn().then(() => (request.signal.aborted ? unsent() : handle(request, clientAddresses)))
    },
  }
}

/** Nobody receives it, because the connection is closed. */
const unsent = () => new Response(null)
