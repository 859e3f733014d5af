import { fairPlaces } from "../../core/fair-places.ts"
import { unavailable } from "../request/response.ts"
import { createRefusedShare } from "./refused-share.ts"

/**
 * Refuses requests early when the server is overloaded, so that accepted requests keep their latency. Overload has
 * two forms. Too many requests wait for the disk or the database: they share a number of places. Or requests use the
 * whole processor: the event loop goes from socket to socket and its timers fire late. Then a share of requests is
 * refused, which grows until the timers recover.
 */
export interface Admission {
  /** Called for every request before its caller is known. Throws 503 if the processor is overloaded. */
  refuseOverload(now: number): void
  /** Takes one of the places for requests that wait. Throws 503 if the holder must leave the free places to others. */
  begin(placeHolder: string): void
  /** Must be called once for every `begin` that has not thrown. */
  end(placeHolder: string): void
  /** Whether it has refused many of the latest requests. */
  refusesMany(now: number): boolean
}

/** Maximum requests that wait for the database at once, of all workspaces. */
export const executingAtMost = 1_000

/**
 * Overload means: the heartbeat is this late, and this many requests arrived since the last one. The number of
 * requests excludes a process that only waits for the processor of a busy machine. The heart rests while no requests come.
 */
const heartbeatEveryMs = 10
const patienceMs = 150
const manyRequests = 300

/** How often the refused share is adjusted: less often than the heartbeat, but faster than clients give up. */
const adjustEveryMs = 20
const shareStep = 0.02
const smallestShare = 0.01
/** Refusing a request costs more than half of processing it, so a larger share would use all the capacity. */
const largestShare = 0.5

interface Settings {
  readonly executingAtMost: number
  /** Returns a number from 0 to 1. */
  random(): number
  /** Calls `beat` with the time, after this many milliseconds or when the event loop comes round. */
  later(beat: (now: number) => void, ms: number): void
}

/** The admission of a process. */
export function startAdmission(): Admission {
  return createAdmission({
    executingAtMost,
    random: Math.random,
    later: (beat, ms) => setTimeout(() => beat(performance.now()), ms).unref(),
  })
}

export function createAdmission({ executingAtMost: limit, random, later }: Settings): Admission {
  const places = fairPlaces(limit)
  const share = createRefusedShare()
  let isBeating = false
  let lastHeartbeatAt = 0
  let sinceHeartbeat = 0
  let adjustedAt = 0
  let wasLate = false
  let refusedShare = 0

  /** One late heartbeat may be a pause of the process. Only the second in a row counts as overload. */
  const adjustShare = (now: number) => {
    const steps = Math.floor((now - adjustedAt) / adjustEveryMs)
    adjustedAt = now
    const isLate = now - lastHeartbeatAt > patienceMs && sinceHeartbeat > manyRequests
    if (isLate && wasLate) refusedShare = Math.min(largestShare, refusedShare + shareStep)
    // Without requests nothing adjusts the share, so the steps that were left out count too.
    if (!isLate) refusedShare = refusedShare > shareStep ? refusedShare / 2 ** steps : 0
    if (refusedShare < smallestShare) refusedShare = 0
    wasLate = isLate
  }
  const beat = (now: number) => {
    isBeating = sinceHeartbeat > 0
    lastHeartbeatAt = now
    sinceHeartbeat = 0
    if (isBeating) later(beat, heartbeatEveryMs)
  }
  return {
    refuseOverload(now) {
      sinceHeartbeat += 1
      if (!isBeating) beat(now)
      if (now - adjustedAt >= adjustEveryMs) adjustShare(now)
      share.countRequest(now)
      if (refusedShare === 0 || random() >= refusedShare) return
      share.countRefusal()
      throw overload
    },
    begin(placeHolder) {
      if (places.take(placeHolder)) return
      share.countRefusal()
      throw noPlace
    },
    end: places.giveBack,
    refusesMany: share.isLarge,
  }
}

/** Created once, because an overloaded server must not spend time on stack traces. */
const overload = unavailable(undefined, "The server is overloaded. Send the request again later.")
const noPlace = unavailable(
  undefined,
  "Too many requests are being executed. Wait for the responses to your other requests, then send this one again.",
)
