import { type Answer, abortedError, lateAttempt, refusedAttempt } from "../attempt.ts"
import { KeywardError } from "../error.ts"
import type { FailedAttempt } from "../retry.ts"
import { framesOf, longestItem } from "./frames.ts"
import type { AskAnswer, KeyRecord } from "./messages.ts"
import type { Surroundings } from "./surroundings.ts"

/** The questions of one connection. */
export interface Asks {
  ask(question: Question): Promise<AskOutcome>
  /** False if the answer is about another key. */
  settle(answer: AskAnswer): boolean
  /** The connection has ended. What was sent is lost, and what was not may be asked elsewhere. */
  lose(): void
}

export interface Question {
  readonly hash: string
  /** JSON of the fields, without braces and without `i`. */
  readonly fields: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** `elsewhere`: the connection cannot answer this, and nothing was sent or charged. */
export type AskOutcome = Answer | FailedAttempt | "elsewhere"

interface Pending {
  readonly hash: string
  readonly text: string
  /** Does nothing after the first call. */
  readonly settle: (outcome: AskOutcome) => void
}

interface AsksOptions extends Pick<Surroundings, "after"> {
  readonly origin: string
  readonly send: (frame: string) => void
  readonly hold: (record: KeyRecord) => void
}

const operation = "keys.verifyKey"
const mostInFlight = 1_000
const mostPerMessage = 100
const highestNumber = 2_147_483_647

export function createAsks({ origin, send, hold, after }: AsksOptions): Asks {
  const inFlight = new Map<number, Pending>()
  let queue: [number, Pending][] = []
  let isFlushing = false
  let latest = 0

  const flush = () => {
    isFlushing = false
    const ready = queue.slice(0, mostInFlight - inFlight.size)
    queue = queue.slice(ready.length)
    for (const [i, pending] of ready) inFlight.set(i, pending)
    const texts = ready.map(([, { text }]) => text)
    for (const list of framesOf(texts, mostPerMessage)) send(`{"t":"verify","asks":${list}}`)
  }
  const flushSoon = () => {
    if (isFlushing) return
    isFlushing = true
    queueMicrotask(flush)
  }
  const nextNumber = () => {
    do latest = latest === highestNumber ? 0 : latest + 1
    while (inFlight.has(latest))
    return latest
  }

  return {
    ask({ hash, fields, timeoutMs, signal }) {
      return new Promise((resolve) => {
        const i = nextNumber()
        const text = `{"i":${i},${fields}}`
        if (text.length > longestItem) return resolve("elsewhere")
        const settle = (outcome: AskOutcome) => {
          cancel()
          signal?.removeEventListener("abort", abort)
          resolve(outcome)
        }
        const giveUp = (outcome: FailedAttempt) => {
          queue = queue.filter(([, pending]) => pending.settle !== settle)
          settle(outcome)
        }
        const abort = () => signal && giveUp({ error: abortedError(operation, signal), isWithoutEffect: false })
        const cancel = after(timeoutMs, () => giveUp(lateAttempt({ operation, origin, timeoutMs })))
        signal?.addEventListener("abort", abort)
        queue.push([i, { hash, text, settle }])
        flushSoon()
      })
    },
    settle(answer) {
      const pending = inFlight.get(answer.i)
      if (pending === undefined) return true
      const { record } = answer
      if (record !== undefined && record.hash !== pending.hash) return false
      inFlight.delete(answer.i)
      if (record !== undefined) hold(record)
      pending.settle(outcomeOf(answer))
      if (queue.length > 0) flushSoon()
      return true
    },
    lose() {
      const lost = [...inFlight.values()]
      const unsent = queue.map(([, pending]) => pending)
      inFlight.clear()
      queue = []
      for (const { settle } of unsent) settle("elsewhere")
      for (const { settle } of lost) settle(lostAttempt(origin))
    },
  }
}

function outcomeOf({ requestId, data, error, retryAfter }: AskAnswer): AskOutcome {
  if (error !== undefined) {
    return refusedAttempt({ operation, status: error.status, requestId, error, retryAfterSeconds: retryAfter })
  }
  if (data === undefined) return "elsewhere"
  return { envelope: { meta: { requestId }, data }, headers: new Headers() }
}

/** Tokens and credits may have been taken. */
function lostAttempt(origin: string): FailedAttempt {
  const detail = `The connection to ${origin} ended before the answer came.`
  return { error: new KeywardError({ operation, code: "client/unreachable", detail }), isWithoutEffect: false }
}
