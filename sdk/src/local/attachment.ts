import { type Link, type LinkEnd, type LinkOptions, openLink } from "./link.ts"
import type { WebSocketConstructor } from "./socket.ts"

/**
 * - `local`: keys are verified in this process.
 * - `asking`: there is a connection, but no lease, so every verification is asked over it.
 * - `connecting`: there is no connection yet, or it was lost just now. Calls wait for it.
 * - `http`: there is no connection. Every verification is an HTTP call.
 * - `closed`: `close` was called.
 */
export type VerifierState = "local" | "asking" | "connecting" | "http" | "closed"

/** The connection of a verifier over time: it is opened again whenever it ends. */
export interface Attachment {
  /** The latest connection. It may have ended, and decides nothing then. */
  link(): Link | undefined
  /** The connection, or undefined if there is none within the time in which calls wait. */
  linkSoon(timeoutMs: number): Promise<Link | undefined>
  state(): VerifierState
  close(): Promise<void>
}

type LinkSettings = Omit<LinkOptions, "webSocket" | "onAttached" | "onLease" | "onEnd">

interface AttachmentOptions extends LinkSettings {
  /** Absent if this runtime has none. */
  readonly webSocket: WebSocketConstructor | undefined
  /** Why there is none. */
  readonly whyNot: string
  readonly onState: (state: VerifierState, detail: string) => void
}

/** A call waits for so long after the connection was lost. */
const patienceMs = 250
const closeMs = 1_000

export function createAttachment({ webSocket, whyNot, onState, ...settings }: AttachmentOptions): Attachment {
  const { rules, random, after } = settings.surroundings
  let link: Link | undefined
  let node = ""
  let isAttached = false
  let isPatient = false
  let isClosed = false
  let failures = 0
  let reason = whyNot
  let told: VerifierState | undefined
  let cancelAgain = () => {}
  let cancelPatience = () => {}
  const waiting = new Set<() => void>()

  const state = (): VerifierState => {
    if (isClosed) return "closed"
    if (isAttached) return link?.isLeased() ? "local" : "asking"
    return isPatient ? "connecting" : "http"
  }
  const tell = () => {
    const now = state()
    if (now === told) return
    told = now
    onState(now, describe(now, { node, reason }))
  }
  const endPatience = () => {
    cancelPatience()
    isPatient = false
    for (const resume of [...waiting]) resume()
  }
  const beginPatience = () => {
    isPatient = rules.waitsForConnection
    cancelPatience = after(patienceMs, () => {
      endPatience()
      tell()
    })
  }
  const onEnd = (end: LinkEnd) => {
    isAttached = false
    if (isClosed) return
    reason = end.reason === "" ? `the connection ended with ${end.code}` : end.reason
    if (end.wasAttached) {
      failures = 0
      beginPatience()
    }
    cancelAgain = after(waitMs(end, failures, rules.waitsAtRandom ? random() : 1), connect)
    failures += 1
    tell()
  }
  const connect = () => {
    if (webSocket === undefined) return
    link = openLink({
      ...settings,
      webSocket,
      onAttached(attachedTo) {
        node = attachedTo
        isAttached = true
        endPatience()
      },
      onLease: tell,
      onEnd,
    })
  }

  if (webSocket !== undefined) {
    beginPatience()
    connect()
  }
  queueMicrotask(tell)
  return {
    link: () => link,
    async linkSoon(timeoutMs) {
      if (!isAttached && isPatient) await waitIn(waiting, (resume) => after(timeoutMs, resume))
      return isAttached ? link : undefined
    },
    state,
    async close() {
      if (isClosed) return
      isClosed = true
      cancelAgain()
      endPatience()
      const closed = link?.close()
      tell()
      if (closed === undefined) return
      await new Promise<void>((resolve) => {
        const cancel = after(closeMs, resolve)
        closed.then(cancel).then(resolve)
      })
    },
  }
}

/** Waits until the set is resumed, or the timer of `limit` ends the wait. */
function waitIn(waiting: Set<() => void>, limit: (resume: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      cancel()
      waiting.delete(resume)
      resolve()
    }
    const cancel = limit(resume)
    waiting.add(resume)
  })
}

const firstWaitMs = 250
const longestWaitMs = 5_000
const refusedWaitMs = 30_000

/** Full jitter, so that the verifiers of a lost node do not attach to the next one together. */
export function waitMs({ code, reason }: Pick<LinkEnd, "code" | "reason">, failures: number, random: number): number {
  if (code === 4400 || code === 4403) return refusedWaitMs
  // The server has no time for as many rows as came.
  if (code === 4413 && reason === "frames") return refusedWaitMs
  if (code === 4429 && /^\d{1,5}$/.test(reason)) return Number(reason) * 1_000
  return random * Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
}

function describe(state: VerifierState, { node, reason }: { readonly node: string; readonly reason: string }): string {
  switch (state) {
    case "local":
      return `Keys are verified in this process, which is attached to ${node}.`
    case "asking":
      return `Keys are verified by ${node}, over one connection. It lends no lease at the moment.`
    case "connecting":
      return "The verifier is connecting to Keyward."
    case "http":
      return `Every verification is an HTTP call to Keyward: ${reason}.`
    case "closed":
      return "The verifier is closed."
  }
}
