import { StorageUnavailable } from "./port/unavailable.ts"

/** Limits how much work runs at once. Every workspace has its own lane, and lanes take turns regardless of their length. */
export interface FairQueue {
  /**
   * Waits for a turn, up to a limit, or until the given time of the monotonic clock. The turn ends when the caller calls the
   * returned function.
   */
  enter(lane: string, endsAt?: number): Promise<Leave>
  /** Whether a caller waits for a turn in this lane, or in any lane if none is given. */
  hasWaiting(lane?: string): boolean
}

/** Ends a turn. With "own lane", the next of the same lane takes it over, if one waits. */
export type Leave = (next?: "own lane") => void

interface QueueSettings {
  readonly maxRunning: number
  readonly maxRunningPerLane: number
  /** Without a limit, callers of a stalled disk would wait for all callers before them. */
  readonly maxWaitMs: number
}

interface Lane {
  readonly waiting: Set<() => void>
  running: number
}

/** Spends come next whenever they wait, but never twice in a row while other lanes wait. */
export const urgentLane = "spends"

export function createFairQueue({ maxRunning, maxRunningPerLane, maxWaitMs }: QueueSettings): FairQueue {
  /** Lanes with work, ordered by the end of their last turn. */
  const lanes = new Map<string, Lane>()
  let running = 0
  let lastServed = ""

  const laneOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? { waiting: new Set(), running: 0 }
    lanes.set(name, lane)
    return lane
  }
  const mayServe = ({ waiting, running: ofLane }: Lane) => waiting.size > 0 && ofLane < maxRunningPerLane
  const nextLane = (): string | undefined => {
    const urgent = lanes.get(urgentLane)
    const isUrgent = urgent !== undefined && mayServe(urgent)
    if (isUrgent && lastServed !== urgentLane) return urgentLane
    for (const [name, lane] of lanes) if (name !== urgentLane && mayServe(lane)) return name
    return isUrgent ? urgentLane : undefined
  }
  const moveToEnd = (name: string, lane: Lane) => {
    lanes.delete(name)
    lanes.set(name, lane)
  }
  const begin = (name: string, lane: Lane) => {
    running += 1
    lane.running += 1
    lastServed = name
    moveToEnd(name, lane)
  }
  const end = (name: string, lane: Lane, next?: "own lane") => {
    running -= 1
    lane.running -= 1
    const [heir] = next === "own lane" ? lane.waiting : []
    if (heir !== undefined) return heir()
    // Lanes that arrived during this turn come before another turn of this lane.
    moveToEnd(name, lane)
    forgetIfIdle(name, lane)
    const served = nextLane()
    const [proceed] = (served !== undefined && lanes.get(served)?.waiting) || []
    proceed?.()
  }
  const forgetIfIdle = (name: string, lane: Lane) => {
    if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(name)
  }

  return {
    enter(name, endsAt = performance.now() + maxWaitMs) {
      const lane = laneOf(name)
      const leave: Leave = (next) => end(name, lane, next)
      if (running < maxRunning && lane.running < maxRunningPerLane) {
        begin(name, lane)
        return Promise.resolve(leave)
      }
      const { promise, resolve, reject } = Promise.withResolvers<Leave>()
      const proceed = () => {
        clearTimeout(timer)
        lane.waiting.delete(proceed)
        begin(name, lane)
        resolve(leave)
      }
      const giveUp = () => {
        lane.waiting.delete(proceed)
        forgetIfIdle(name, lane)
        reject(new StorageUnavailable(new Error(`no turn within ${maxWaitMs} ms`)))
      }
      const timer = setTimeout(giveUp, endsAt - performance.now())
      lane.waiting.add(proceed)
      return promise
    },

    hasWaiting(name) {
      if (name !== undefined) return (lanes.get(name)?.waiting.size ?? 0) > 0
      for (const { waiting } of lanes.values()) if (waiting.size > 0) return true
      return false
    },
  }
}
