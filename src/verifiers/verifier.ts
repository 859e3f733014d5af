import type { OpenDrop } from "./drop-queues.ts"

/** One verifier, from its attachment until it can decide nothing more. */
export interface Verifier {
  readonly slot: number
  readonly workspaceId: string
  /** Notes the end of a lease that is sent in this step. */
  lend(ms: number): number
  /** A record is sent in this step. Returns false if none may be. */
  hold(): boolean
  mayHoldRecords(): boolean
  /** Sends a drop, of everything without ids, and makes it wait for this verifier. */
  drop(drop: OpenDrop, ids: readonly string[] | undefined): void
  acknowledge(number: number): boolean
  /** From now on no lease and no record is sent, and the connection closes when nothing is unacknowledged. Returns false if it ends already. */
  endAfterDrop(end: VerifierEnd): boolean
  sayGoodbye(drop: OpenDrop): void
  /** Closes the connection, and forgets the verifier. Only once it can decide nothing. */
  cut(): void
  disconnected(code: number): void
  /** Whether a drop has been without its acknowledgement for long. */
  isSlow(): boolean
}

/** What is sent arrives in order, or the connection ends. */
export interface Connection {
  /** Returns false if the message is lost, and the connection with it. */
  send(message: string): boolean
  close(code: number, reason: string): void
}

/** The code and reason with which the server closes the connection. */
export interface VerifierEnd {
  readonly code: number
  readonly reason: string
}

interface VerifierOptions {
  readonly slot: number
  readonly workspaceId: string
  readonly connection: Connection
  clock(): number
  onDisconnected(): void
  /** It can decide nothing more. */
  onGone(): void
  /** A drop had to wait until the leases before it were over. */
  onHanging(firstPauseMs: number): void
  /** Whether drops are unacknowledged has changed. */
  onPending(isPending: boolean): void
}

/** A drop that this verifier has not acknowledged. */
interface PendingDrop {
  readonly drop: OpenDrop
  readonly sentAt: number
  /** When every lease that was sent before it is over. */
  readonly settlesAt: number
  isSettled: boolean
}

/** Clocks of different machines run at slightly different speeds. */
const driftMs = 50
/** A drop that is unacknowledged for this long holds back the leases of its root key. */
const slowAfterMs = 500
/** A verifier without a lease has as long to acknowledge as one with a full lease. */
const hangsAfterMs = 1_050
/** An acknowledgement may have arrived, and wait to be read, while this process was stopped. */
const graceMs = 100
const firstPauseMs = { connected: 10_000, disconnected: 1_000 }

const ownGoodbye = 4000
const hanging: VerifierEnd = { code: 4408, reason: "a drop was not acknowledged in time" }
const stopping: VerifierEnd = { code: 1001, reason: "the server is stopping" }

export function createVerifier(options: VerifierOptions): Verifier {
  const { slot, workspaceId, connection, clock, onDisconnected, onGone, onHanging, onPending } = options
  /** Oldest first. */
  let pending: PendingDrop[] = []
  let leaseEndsAt = Number.NEGATIVE_INFINITY
  let lastDrop = 0
  let mayHold = false
  let state: "connected" | "ending" | "disconnected" | "gone" = "connected"
  let end = stopping
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Number.POSITIVE_INFINITY

  const setPending = (next: PendingDrop[]) => {
    const hadSome = pending.length > 0
    pending = next
    if (hadSome !== next.length > 0) onPending(next.length > 0)
  }
  const settle = (one: PendingDrop) => {
    if (one.isSettled) return
    one.isSettled = true
    one.drop.settle()
  }
  const isConnected = () => state === "connected" || state === "ending"
  const beGone = () => {
    if (state === "gone") return
    if (isConnected()) onDisconnected()
    state = "gone"
    clearTimeout(timer)
    const last = pending
    setPending([])
    onGone()
    for (const one of last) settle(one)
  }
  const cut = (cause: VerifierEnd) => {
    const wasConnected = isConnected()
    beGone()
    if (wasConnected) connection.close(cause.code, cause.reason)
  }
  const loseConnection = () => {
    if (!isConnected()) return
    state = "disconnected"
    onDisconnected()
    if (leaseEndsAt + driftMs <= clock()) beGone()
    else wakeForNext(leaseEndsAt + driftMs)
  }

  /** At the latest then, and before to settle a drop. */
  const wakeForNext = (latest: number) => {
    wakeAt(Math.min(latest, ...pending.filter(isUnsettled).map(({ settlesAt }) => settlesAt)))
  }
  const wakeAt = (at: number) => {
    if (at >= timerAt || state === "gone") return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(wake, Math.max(0, at - clock()) + 1)
  }
  const wake = () => {
    const scheduledFor = timerAt
    timerAt = Number.POSITIVE_INFINITY
    const now = clock()
    const due = pending.filter(({ settlesAt }) => settlesAt <= now)
    for (const one of due) settle(one)
    if (state === "disconnected") {
      const hadToWait = due.some(({ sentAt, settlesAt }) => settlesAt > sentAt)
      if (hadToWait) onHanging(firstPauseMs.disconnected)
      return leaseEndsAt + driftMs <= now ? beGone() : wakeForNext(leaseEndsAt + driftMs)
    }
    const [oldest] = pending
    if (oldest === undefined) return
    const hangsAt = Math.max(oldest.settlesAt, oldest.sentAt + hangsAfterMs) + graceMs
    if (hangsAt > now) return wakeForNext(hangsAt)
    const wasStopped = now - scheduledFor > graceMs
    if (wasStopped) return wakeAt(now + graceMs)
    onHanging(firstPauseMs.connected)
    hang()
  }
  /** A newer drop may still wait for a lease. */
  const hang = () => {
    connection.close(hanging.code, hanging.reason)
    loseConnection()
  }
  const add = (drop: OpenDrop) => {
    const now = clock()
    const one = { drop, sentAt: now, settlesAt: leaseEndsAt + driftMs, isSettled: true }
    if (one.settlesAt > now) {
      one.isSettled = false
      drop.wait()
    }
    setPending([...pending, one])
    wakeAt(Math.max(one.settlesAt, now))
  }
  const closeIfDone = () => {
    if (state === "ending" && pending.length === 0) cut(end)
  }

  return {
    slot,
    workspaceId,
    lend(ms) {
      if (state !== "connected") return 0
      leaseEndsAt = Math.max(leaseEndsAt, clock() + ms)
      return ms
    },
    hold() {
      mayHold ||= state === "connected"
      return state === "connected"
    },
    mayHoldRecords: () => mayHold,
    drop(drop, ids) {
      if (state === "gone") return
      if (ids === undefined) mayHold = false
      add(drop)
      lastDrop = drop.number
      const list = ids === undefined ? "" : `,"ids":${JSON.stringify(ids)}`
      if (isConnected() && !connection.send(`{"t":"drop","n":${drop.number}${list}}`)) loseConnection()
    },
    acknowledge(number) {
      if (number > lastDrop) return false
      const done = pending.filter(({ drop }) => drop.number <= number)
      setPending(pending.filter(({ drop }) => drop.number > number))
      for (const one of done) settle(one)
      closeIfDone()
      return true
    },
    endAfterDrop(cause) {
      if (state !== "connected") return false
      state = "ending"
      end = cause
      return true
    },
    sayGoodbye(drop) {
      if (!isConnected()) {
        if (state === "disconnected") add(drop)
        return
      }
      state = "ending"
      end = stopping
      add(drop)
      if (!connection.send('{"t":"bye"}')) loseConnection()
    },
    cut: () => cut(end),
    disconnected(code) {
      if (code === ownGoodbye) beGone()
      else loseConnection()
    },
    isSlow() {
      const [oldest] = pending
      return oldest !== undefined && clock() - oldest.sentAt > slowAfterMs
    },
  }
}

function isUnsettled({ isSettled }: PendingDrop): boolean {
  return !isSettled
}
