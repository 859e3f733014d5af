/**
 * Bun reads the requests that a client has pipelined in one turn of the event loop, as long as each is answered without
 * waiting: thousands of refusals, while all other connections wait. It closes the connection as soon as a request
 * follows one that waits. So after many answers in a turn, the next ones wait for the next turn. That ends a pipeline, and
 * delays a client that waits for its responses by a few microseconds.
 *
 * Counting the answers of each connection would be fairer, but `requestIP`, which has the port, takes 2.5 µs.
 */
export interface AnswersPerTurn {
  limit<Addresses>(answer: Answering<Addresses>): Answering<Addresses>
}

type Answering<Addresses> = (request: Request, clientAddresses: Addresses) => Promise<Response>

/** Turns with fewer answers are not told apart, because noticing the end of a turn costs one more round of the event loop. */
const watchedFrom = 16
/** Answers in the rest of a turn after `watchedFrom`. 64 connections that wait for their responses never have more. */
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
    limit: (answer) => (request, clientAddresses) => {
      answers += 1
      if (answers === watchedFrom) setImmediate(beginTurn)
      if (answers <= watchedFrom + mostInTurn) return answer(request, clientAddresses)
      return waitForNextTurn().then(() => (request.signal.aborted ? unsent() : answer(request, clientAddresses)))
    },
  }
}

/** Nobody receives it, because the connection is closed. */
const unsent = () => new Response(null)
