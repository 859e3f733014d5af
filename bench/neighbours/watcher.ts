import { readFileSync } from "node:fs"
import type { Socket } from "bun"
import type { FromWatcher, ToWatcher, Waits, Watched } from "./waits.ts"

/**
 * The neighbour: a process that verifies one key repeatedly on one connection and reports its waits. It pauses
 * between verifications to leave the processor to the server.
 */

const pauseMs = 1

let longestMs = 0
let longestWorkMs = 0
let sentAt = 0
let isWaiting = false
let workedAtSending = 0
/** The milliseconds that the serving thread has worked since its start. */
let worked = () => Number.NaN

process.on("message", (message: ToWatcher) => {
  if (message.type === "watch") void watch(message)
  else if (message.type === "begin") begin()
  else report({ type: "waits", waits: end() })
})

async function watch({ port, pid, rootKey, key }: Watched): Promise<void> {
  worked = () => workOf(pid)
  const body = JSON.stringify({ key })
  const request = `POST /v2/keys.verifyKey HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${rootKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const send = (socket: Socket) => {
    workedAtSending = worked()
    sentAt = performance.now()
    isWaiting = true
    socket.write(request)
  }
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: send,
      data(socket, chunk) {
        if (!chunk.includes('"VALID"')) throw new Error(`The neighbour's key is not valid: ${chunk.toString("utf8")}`)
        note()
        isWaiting = false
        setTimeout(send, pauseMs, socket)
      },
      close: () => process.exit(1),
    },
  })
  report({ type: "watching" })
}

function begin(): void {
  longestMs = 0
  longestWorkMs = 0
  report({ type: "begun" })
}

/** A verification that is still running has waited too. */
function end(): Waits {
  if (isWaiting) note()
  return { longestMs, longestWorkMs: Number.isNaN(longestWorkMs) ? undefined : longestWorkMs }
}

function note(): void {
  longestMs = Math.max(longestMs, performance.now() - sentAt)
  longestWorkMs = Math.max(longestWorkMs, worked() - workedAtSending)
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
