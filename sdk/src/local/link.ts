import { version } from "../generated/operations.gen.ts"
import type { KeysVerifyKeyInput } from "../generated/types.gen.ts"
import { type AskOutcome, createAsks, type Question } from "./asks.ts"
import { decide } from "./decide.ts"
import { framesOf } from "./frames.ts"
import type { HeldKey } from "./held-key.ts"
import { createLease } from "./lease.ts"
import { createMemory } from "./memory.ts"
import { readMessage, type ServerMessage } from "./messages.ts"
import type { WebSocketConstructor } from "./socket.ts"
import type { Surroundings } from "./surroundings.ts"
import { rowsPerMessage, type Used } from "./used.ts"
import type { LocalCode } from "./used-row.ts"

/** One connection to Keyward, with all that ends with it: records, lease and questions. */
export interface Link {
  /** undefined if the verifier must ask. */
  decide(hash: string, input: KeysVerifyKeyInput): Decided | undefined
  ask(question: Question): Promise<AskOutcome>
  /** Whether it holds a lease now. */
  isLeased(): boolean
  holds(hash: string): boolean
  /** Sends what was counted. */
  report(): void
  /** Sends what was counted, forgets everything and says so. Resolves when the server knows. */
  close(): Promise<void>
}

export interface Decided {
  readonly held: HeldKey
  readonly code: LocalCode
  /** By the time of the server. */
  readonly time: number
}

export interface LinkEnd {
  readonly code: number
  readonly reason: string
  readonly wasAttached: boolean
}

export interface LinkOptions {
  readonly origin: string
  readonly key: string
  readonly webSocket: WebSocketConstructor
  readonly maxRecords: number
  readonly surroundings: Surroundings
  readonly used: Used
  /** The server has welcomed the verifier. */
  readonly onAttached: (node: string) => void
  /** There may be a lease, or none any more. */
  readonly onLease: () => void
  /** Once, whoever ends it. */
  readonly onEnd: (end: LinkEnd) => void
}

const subprotocol = "keyward.verifier.1"
const attachMs = 5_000
const renewMs = 250
const usedMs = 500
/** Two seconds without an answer: the connection leads nowhere. */
const mostUnanswered = 8
/** What V sends when it has forgotten everything. */
const forgotten = 4000

export function openLink(options: LinkOptions): Link {
  const { origin, key, surroundings, used } = options
  const { rules, clocks, after } = surroundings
  const lease = createLease(surroundings)
  const memory = createMemory(rules.boundsRecords ? options.maxRecords : Number.POSITIVE_INFINITY)
  const socket = new options.webSocket(`${origin.replace(/^http/, "ws")}/v2/verifier`, subprotocol)
  let phase: "opening" | "attached" | "ended" = "opening"
  let latestDrop = 0
  const timers = new Map<string, () => void>()

  /** Whatever starts a timer may have ended the connection just before, by a send that failed or a callback. */
  const start = (name: string, ms: number, run: () => void) => {
    if (phase !== "ended") timers.set(name, after(ms, run))
  }
  const send = (text: string) => {
    if (phase === "ended") return
    try {
      socket.send(text)
    } catch {
      leave("the connection does not accept messages")
    }
  }
  const asks = createAsks({ origin, send, after, hold: memory.hold })

  const end = ({ code, reason }: Omit<LinkEnd, "wasAttached">) => {
    if (phase === "ended") return
    const wasAttached = phase === "attached"
    phase = "ended"
    for (const cancel of timers.values()) cancel()
    if (rules.forgetsWithConnection) {
      lease.end()
      memory.clear()
    }
    asks.lose()
    options.onEnd({ code, reason, wasAttached })
  }
  /** Forgets everything first, because the code says that it is done. */
  const leave = (reason: string) => {
    try {
      end({ code: forgotten, reason })
    } finally {
      // A callback of the application may throw.
      socket.close(forgotten)
    }
  }
  const renew = () => {
    const unanswered = lease.unanswered()
    if (unanswered >= mostUnanswered) return leave("the server has not answered for two seconds")
    // First, because a callback of the application may throw.
    start("renew", renewMs, renew)
    if (unanswered > 0) options.onLease()
    send(`{"t":"renew","n":${lease.begin()}}`)
  }
  const sendUsed = () => {
    // All connections share what is counted, so one that ended leaves it to the next.
    if (phase === "ended") return
    const rows = used.take().map((row) => JSON.stringify(row))
    for (const list of framesOf(rows, rowsPerMessage)) send(`{"t":"used","rows":${list}}`)
    timers.get("used")?.()
    start("used", usedMs, sendUsed)
  }
  const drop = (ids: readonly string[] | undefined) => (ids === undefined ? memory.clear() : memory.drop(ids))

  /** False if the message breaks a rule. */
  const handle = (message: ServerMessage): boolean => {
    if ((phase === "opening") !== (message.t === "welcome")) return false
    switch (message.t) {
      case "welcome":
        phase = "attached"
        timers.get("attach")?.()
        options.onAttached(message.node)
        renew()
        sendUsed()
        return true
      case "lease":
        if (!lease.take(message)) return false
        options.onLease()
        return true
      case "verdicts":
        return message.answers.every(asks.settle)
      case "drop": {
        const { n, ids } = message
        if (n <= latestDrop) return false
        latestDrop = n
        if (rules.dropsBeforeAck) drop(ids)
        else start("late drop", 0, () => drop(ids))
        send(`{"t":"ack","n":${n}}`)
        return true
      }
      case "bye":
        sendUsed()
        leave("the server is stopping")
        return true
    }
  }

  start("attach", attachMs, () => leave("the server did not answer the greeting"))
  socket.addEventListener("open", () => {
    if (phase !== "opening") return socket.close(forgotten)
    if (socket.protocol !== subprotocol) return leave("what answers there does not speak the protocol")
    send(JSON.stringify({ t: "hello", key, client: `keyward-client/${version}` }))
  })
  socket.addEventListener("message", ({ data }) => {
    if (phase === "ended") return
    const message = readMessage(data)
    if (message === undefined && !rules.endsOnUnknown) return
    if (message === undefined || !handle(message)) leave("the server sent what this client does not understand")
  })
  socket.addEventListener("error", () => end({ code: 1006, reason: "the connection failed" }))
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener("close", ({ code = 1006, reason = "" }) => {
      resolve()
      end({ code, reason })
    })
  })

  return {
    decide(hash, input) {
      const monotonic = clocks.monotonic()
      if (!lease.holdsAt(monotonic, clocks.wall())) return undefined
      const held = memory.find(hash)
      if (held === undefined) return undefined
      const earliest = lease.earliest(monotonic)
      const latest = rules.asksAroundExpiry ? lease.latest(monotonic) : earliest
      const code = decide(held, input, { earliest, latest })
      return code && { held, code, time: earliest }
    },
    ask: async (question) => (phase === "attached" ? asks.ask(question) : "elsewhere"),
    isLeased: () => lease.holdsAt(clocks.monotonic(), clocks.wall()),
    holds: (hash) => memory.find(hash) !== undefined,
    report: () => phase === "attached" && sendUsed(),
    close() {
      if (phase === "attached") sendUsed()
      leave("the application has closed the verifier")
      return closed
    },
  }
}
