import { unavailable } from "../request/response.ts"

/**
 * Keeps a server that cannot follow from keeping everybody waiting: what comes too much is refused at once, and what is
 * admitted keeps its latency. There are two ways not to follow. Requests may wait for the disk or the database: so many
 * at once are let in, and no more. Or there may be more of them than the processor can answer: then the event loop goes
 * from one socket that is ready to the next and never gets round to its timers, which is how it is noticed, and a share
 * of the requests is refused that grows until the loop comes round again.
 */
export interface Admission {
  /** Throws 503 where a new request would have to wait too long, or would make others wait. */
  refuseOverload(now: number): void
  /** A request waits, its body being there already, so that slow senders take nobody's place ... */
  begin(): void
  /** ... until it is answered. */
  end(): void
  /** The event loop has come round. */
  turn(now: number): void
}

/** Requests that may wait for the database at once. */
export const executingAtMost = 1_000

/**
 * How often the loop should come round, and how long and for how many requests it may not, before that counts as too
 * much work. A process that waits for a processor of a busy machine is late as well, but with few requests.
 */
export const turnEveryMs = 10
const patienceMs = 150
const manyRequests = 300

/** The share of requests to refuse is judged so often: slower than the loop turns, quicker than anybody gives up. */
const judgeEveryMs = 20
const shareStep = 0.02
/** To refuse a request takes more than half as long as to answer it: beyond this, refusals would take what there is. */
const largestShare = 0.5

interface Settings {
  readonly executingAtMost: number
  /** From 0 to 1. */
  random(): number
}

export function createAdmission({ executingAtMost: limit, random }: Settings): Admission {
  let executing = 0
  let lastTurnAt = 0
  let sinceTurn = 0
  let judgedAt = 0
  let wasLate = false
  let refusedShare = 0

  /** One late turn may be a pause of the whole process; only the second in a row is work that does not end. */
  const judge = (now: number) => {
    judgedAt = now
    const isLate = now - lastTurnAt > patienceMs && sinceTurn > manyRequests
    if (isLate && wasLate) refusedShare = Math.min(largestShare, refusedShare + shareStep)
    if (!isLate) refusedShare = refusedShare > shareStep ? refusedShare / 2 : 0
    wasLate = isLate
  }
  return {
    refuseOverload(now) {
      sinceTurn += 1
      if (executing >= limit) throw overload
      if (now - judgedAt >= judgeEveryMs) judge(now)
      if (refusedShare > 0 && random() < refusedShare) throw overload
    },
    begin() {
      executing += 1
    },
    end() {
      executing -= 1
    },
    turn(now) {
      lastTurnAt = now
      sinceTurn = 0
    },
  }
}

/** The same one each time: whoever has too much to do should not take traces of where it noticed. */
const overload = unavailable(
  undefined,
  "The server has more requests than it can answer in time. Repeat the request later.",
)
