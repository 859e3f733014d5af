import { Fault } from "../../contract/errors.ts"
import { createLease } from "../../core/verifier-lease.ts"
import type { Usage } from "../../storage/port/usage.ts"
import type { LoggedVerification } from "../../storage/port/verification-log.ts"
import { unavailable } from "../request/response.ts"
import { createFrontReads, type FrontReads } from "./front-reads.ts"
import {
  type FromFront,
  type FrontAnswer,
  type FrontAsk,
  type FrontCounts,
  type FrontFailure,
  type FrontSettings,
  frontPath,
  type ToFront,
} from "./messages.ts"
import { toWireUsage } from "./wire-usage.ts"

/** A front's side of its connection to the main process. The front lives as long as the connection. */
export interface Link {
  readonly settings: FrontSettings
  readonly reads: FrontReads
  /** By the clock of the main process. */
  now(): number
  ask(ask: Omit<FrontAsk, "i">): Promise<Answered>
  /** Asks for the root key with this hash, so that a later request finds it. */
  want(hash: string): void
  sendUsage(usage: Usage): void
  sendCounts(counts: FrontCounts): void
  /** For the verification log. */
  sendRows(rows: readonly LoggedVerification[]): void
  /** Forgets everything, and tells the main process so. */
  close(): void
}

/** The answer to an ask that succeeded. */
export type Answered = FrontAnswer & { readonly body: string }

export interface LinkOptions {
  readonly path: string
  readonly front: number
  /** The main process is stopping. */
  onGoodbye(): void
  /** The main process is about to store usage. What was counted must be sent before this resolves. */
  onCollect(): Promise<void>
  /** The connection is gone. Nothing may be answered any more. */
  onLost(): void
}

const renewMs = 250
/** A root key that the front does not hold is asked for once in this time. */
const wantedForMs = 1_000
const mostWanted = 10_000
/** Each has at most some 100 KiB, because larger bodies are passed on. */
const asksPerMessage = 100
/** What a verifier sends when it has forgotten everything. */
const forgotten = 4000

/** Resolves once the main process has welcomed the front and lent it its first lease. */
export function openLink({ path, front, onGoodbye, onCollect, onLost }: LinkOptions): Promise<Link> {
  const { promise, resolve, reject } = Promise.withResolvers<Link>()
  const lease = createLease({ clocks, rules: { countsFromSending: true, readsWallClock: true, checksLease: true } })
  const reads = createFrontReads(lease)
  const socket = new WebSocket(`ws+unix://${path}:${frontPath}${front}`)
  const asks = createAsks((list) => send({ t: "ask", asks: list }))
  const wanted = new Set<string>()
  let settings: FrontSettings | undefined
  let isLost = false

  const send = (message: FromFront) => socket.send(JSON.stringify(message))
  const renew = () => send({ t: "renew", n: lease.begin() })
  const forgetWanted = () => wanted.clear()
  const timers: ReturnType<typeof setInterval>[] = []
  const lose = () => {
    if (isLost) return
    isLost = true
    for (const timer of timers) clearInterval(timer)
    lease.end()
    reads.clear()
    asks.lose()
    reject(new Error(`There is no connection to the main process at ${path}.`))
    onLost()
  }

  const link = (known: FrontSettings): Link => ({
    settings: known,
    reads,
    now: () => Math.floor(lease.earliest(performance.now())),
    ask: asks.ask,
    want(hash) {
      if (wanted.has(hash) || wanted.size >= mostWanted) return
      wanted.add(hash)
      send({ t: "want", hash })
    },
    sendUsage: (usage) => send({ t: "usage", usage: toWireUsage(usage) }),
    sendRows: (rows) => send({ t: "rows", rows }),
    sendCounts: (counts) => send({ t: "counts", ...counts }),
    close() {
      lease.end()
      reads.clear()
      socket.close(forgotten)
    },
  })
  const handle = (message: ToFront) => {
    switch (message.t) {
      case "welcome":
        settings = message
        timers.push(setInterval(renew, renewMs), setInterval(forgetWanted, wantedForMs))
        return renew()
      case "lease":
        lease.take(message)
        return settings && resolve(link(settings))
      case "drop":
        if (message.ids === undefined) reads.clear()
        else reads.drop(message.ids)
        return send({ t: "ack", n: message.n })
      case "caller":
        return reads.holdCaller(message.record)
      case "answers":
        for (const answer of message.answers) {
          if (answer.record !== undefined) reads.holdKey(answer.record)
          asks.settle(answer)
        }
        return
      case "collect":
        return void onCollect().then(() => send({ t: "collected" }))
      case "bye":
        return onGoodbye()
    }
  }
  socket.addEventListener("message", ({ data }) => {
    if (!isLost) handle(JSON.parse(String(data)))
  })
  socket.addEventListener("error", lose)
  socket.addEventListener("close", lose)
  return promise
}

const clocks = { monotonic: () => performance.now(), wall: () => Date.now() }

interface Pending {
  resolve(answer: Answered): void
  reject(failure: Fault): void
}

/**
 * Asks of one turn of the event loop are one message. One that comes while none is in flight is sent at once. Those in
 * flight when the connection is lost have no answer, because they may have taken tokens and credits: the front ends.
 */
function createAsks(send: (asks: readonly FrontAsk[]) => void) {
  const inFlight = new Map<number, Pending>()
  let waiting: FrontAsk[] = []
  let last = 0
  let isLost = false
  const flush = () => {
    const asks = waiting
    waiting = []
    if (isLost) return
    for (let start = 0; start < asks.length; start += asksPerMessage) send(asks.slice(start, start + asksPerMessage))
  }
  return {
    ask(ask: Omit<FrontAsk, "i">): Promise<Answered> {
      if (isLost) return Promise.reject(gone())
      const { promise, resolve, reject } = Promise.withResolvers<Answered>()
      last += 1
      const isAlone = inFlight.size === 0
      inFlight.set(last, { resolve, reject })
      waiting.push({ i: last, ...ask })
      if (isAlone) flush()
      else if (waiting.length === 1) setImmediate(flush)
      return promise
    },
    settle(answer: FrontAnswer) {
      const pending = inFlight.get(answer.i)
      inFlight.delete(answer.i)
      const { body, failure } = answer
      if (failure !== undefined) pending?.reject(faultFrom(failure))
      else if (body !== undefined) pending?.resolve({ ...answer, body })
    },
    // Asks in flight never settle: the process exits.
    lose() {
      isLost = true
    },
  }
}

function gone(): Fault {
  return unavailable(undefined, "The server process that answers this is gone. Send the request again in a moment.")
}

function faultFrom({ code, detail, errors, headers, cause }: FrontFailure): Fault {
  return new Fault(code, { detail, errors, headers, cause: cause === undefined ? undefined : errorOf(cause) })
}

function errorOf(stack: string): Error {
  const error = new Error("The main process has failed.")
  error.stack = stack
  return error
}
