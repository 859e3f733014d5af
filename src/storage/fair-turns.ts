import { StorageUnavailable } from "./port/unavailable.ts"

/**
 * Lets work in, only so much of it at a time. Every workspace has a lane of its own, and lanes take turns: however much
 * waits in one of them, the others are served as if it were a single piece of work.
 */
export interface Turns {
  /** Waits for its turn, but not for ever; the turn lasts until the function that it gives is called. */
  enter(lane: string): Promise<() => void>
}

interface TurnSettings {
  readonly atOnce: number
  readonly atOncePerLane: number
  /** Without an end to waiting, each of many would wait as long as all before it together when the disk stands still. */
  readonly patienceMs: number
}

interface Lane {
  readonly waiting: Set<() => void>
  inside: number
}

/** The lane of spends: it is next whenever it wants to be, though never twice in a row while others wait. */
export const urgentLane = "spends"

export function createTurns({ atOnce, atOncePerLane, patienceMs }: TurnSettings): Turns {
  /** Those that have work, the one whose turn began or ended last at the end. */
  const lanes = new Map<string, Lane>()
  let inside = 0
  let lastServed = ""

  const laneOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? { waiting: new Set(), inside: 0 }
    lanes.set(name, lane)
    return lane
  }
  const mayServe = ({ waiting, inside: ofLane }: Lane) => waiting.size > 0 && ofLane < atOncePerLane
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
    inside += 1
    lane.inside += 1
    lastServed = name
    moveToEnd(name, lane)
  }
  const end = (name: string, lane: Lane) => {
    inside -= 1
    lane.inside -= 1
    // A lane that came during the turn would otherwise wait for a second one of this lane.
    moveToEnd(name, lane)
    forgetIfIdle(name, lane)
    const next = nextLane()
    const [proceed] = (next !== undefined && lanes.get(next)?.waiting) || []
    proceed?.()
  }
  const forgetIfIdle = (name: string, lane: Lane) => {
    if (lane.inside === 0 && lane.waiting.size === 0) lanes.delete(name)
  }

  return {
    enter(name) {
      const lane = laneOf(name)
      const leave = () => end(name, lane)
      if (inside < atOnce && lane.inside < atOncePerLane) {
        begin(name, lane)
        return Promise.resolve(leave)
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const proceed = () => {
        clearTimeout(timer)
        lane.waiting.delete(proceed)
        begin(name, lane)
        resolve(leave)
      }
      const giveUp = () => {
        lane.waiting.delete(proceed)
        forgetIfIdle(name, lane)
        reject(new StorageUnavailable(new Error(`others have been at work for ${patienceMs} ms`)))
      }
      const timer = setTimeout(giveUp, patienceMs)
      lane.waiting.add(proceed)
      return promise
    },
  }
}
