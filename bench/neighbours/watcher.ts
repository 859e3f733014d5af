import { readFileSync } from "node:fs"
import type { Socket } from "bun"
import type { FromWatcher, ToWatcher, Waits, Watched } from "./waits.ts"

/**
 * The neighbour: a process that verifies one key repeatedly on one connection, lists its keys on another, and reports
 * how long both wait. It pauses between requests to leave the processor to the server.
 */

const pauseMs = 1

let longestWorkMs = 0
/** The milliseconds that the serving thread has worked since its start. */
let worked = () => Number.NaN

/** Requests of one kind, one after the other. */
interface Line {
  longestMs: number
  sentAt: number
  workedAtSending: number
  isWaiting: boolean
}

const verifications = newLine()
const lists = newLine()

process.on("message", (message: ToWatcher) => {
  if (message.type === "watch") void watch(message)
  else if (message.type === "begin") begin()
  else report({ type: "waits", waits: end() })
})

async function watch({ port, pid, rootKey, key }: Watched): Promise<void> {
  worked = () => workOf(pid)
  const requestOf = (operation: string, body: string) =>
    `POST /v2/${operation} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rootKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const verification = requestOf("keys.verifyKey", JSON.stringify({ key }))
  await repeat({ port, line: verifications, request: verification, expected: '"VALID"' })
  await repeat({ port, line: lists, request: requestOf("keys.listKeys", "{}"), expected: '"hasMore":false' })
  report({ type: "watching" })
}

interface Repeated {
  readonly port: number
  readonly line: Line
  readonly request: string
  /** In every response. */
  readonly expected: string
}

async function repeat({ port, line, request, expected }: Repeated): Promise<void> {
  const send = (socket: Socket) => {
    line.workedAtSending = worked()
    line.sentAt = performance.now()
    line.isWaiting = true
    socket.write(request)
  }
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: send,
      data(socket, chunk) {
        if (!chunk.includes(expected)) throw new Error(`The neighbour expected ${expected}: ${chunk.toString("utf8")}`)
        note(line)
        line.isWaiting = false
        setTimeout(send, pauseMs, socket)
      },
      close: () => process.exit(1),
    },
  })
}

function newLine(): Line {
  return { longestMs: 0, sentAt: 0, workedAtSending: 0, isWaiting: false }
}

function begin(): void {
  for (const line of [verifications, lists]) line.longestMs = 0
  longestWorkMs = 0
  report({ type: "begun" })
}

/** A request that is still running has waited too. */
function end(): Waits {
  for (const line of [verifications, lists]) if (line.isWaiting) note(line)
  return {
    longestMs: verifications.longestMs,
    longestListMs: lists.longestMs,
    longestWorkMs: Number.isNaN(longestWorkMs) ? undefined : longestWorkMs,
  }
}

function note(line: Line): void {
  line.longestMs = Math.max(line.longestMs, performance.now() - line.sentAt)
  if (line === verifications) longestWorkMs = Math.max(longestWorkMs, worked() - line.workedAtSending)
}

/** As Linux counts it, in nanoseconds. */
function workOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

function report(message: FromWatcher): void {
  process.send?.(message)
}
