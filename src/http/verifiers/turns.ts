import { fairPlaces } from "../../core/fair-places.ts"
import { createPauser, pauseShortly } from "../../core/pauses.ts"

/** The work that verifiers cause: a little per turn of the event loop, in turn between workspaces. */
export interface Turns {
  /** The line of one connection of a workspace. `onFailure` is called when a step throws, which ends only its piece. */
  open(workspaceId: string, onFailure: (error: unknown) => void): Line
  /** Does all work that waits. */
  finish(): void
}

/**
 * The work of one connection, in short steps. `bytes` is what it keeps in memory while it waits. Both return false if too
 * much waits already. Work is done even if the connection has ended.
 */
export interface Line {
  /** Does what somebody waits for: at once while the workspace has time in this turn, then before all that may be later. */
  soon(bytes: number, steps: Steps): boolean
  later(bytes: number, steps: Steps): boolean
}

export type Steps = Iterator<unknown>

export const turnBounds = {
  workMs: 5,
  /** For the connections of one workspace together, before their work waits. */
  atOnceMs: 2,
  /** More than this may wait for a while: verifiers send rows in bursts, and servers have busy seconds. */
  bytesOfConnection: 1_048_576,
  bytesOfWorkspace: 16_777_216,
  whileMs: 10_000,
  /** Workspaces share them fairly: one alone gets half. */
  bytesOfProcess: 268_435_456,
}

interface Options {
  /** Monotonic milliseconds. */
  clock(): number
  readonly wait?: () => Promise<void>
}

interface Piece {
  readonly steps: Steps
  done(): void
  onFailure(error: unknown): void
}

/** What waits of one workspace. */
interface Lane {
  readonly soon: Set<Piece>
  readonly later: Set<Piece>
  readonly load: Load
}

/** What a piece of work keeps in memory besides its text. */
const bytesOfPiece = 200

export function createTurns({ clock, wait = pauseShortly }: Options): Turns {
  const places = fairPlaces(turnBounds.bytesOfProcess)
  /** Workspaces with work that waits, ordered by their last turn. */
  const lanes = new Map<string, Lane>()
  /** What workspaces did at once in this turn of the loop, in milliseconds. */
  const spentMs = new Map<string, number>()
  let isRunning = false

  const step = (workspaceId: string, lane: Lane) => {
    lanes.delete(workspaceId)
    const queue = lane.soon.size > 0 ? lane.soon : lane.later
    const [piece] = queue
    if (piece !== undefined && isLastStep(piece)) {
      queue.delete(piece)
      piece.done()
    }
    if (lane.soon.size + lane.later.size > 0) lanes.set(workspaceId, lane)
  }
  const run = async () => {
    isRunning = true
    await wait()
    const pauseIfDue = createPauser(clock, wait, turnBounds.workMs)
    // A workspace that still has work comes again after all others.
    for (const [workspaceId, lane] of lanes) {
      step(workspaceId, lane)
      const paused = pauseIfDue()
      if (paused !== undefined) await paused
    }
    isRunning = false
  }
  /** Returns whether all steps were done. */
  const doAtOnce = (workspaceId: string, work: Pick<Piece, "steps" | "onFailure">): boolean => {
    if (spentMs.size === 0) void wait().then(() => spentMs.clear())
    const startedAt = clock() - (spentMs.get(workspaceId) ?? 0)
    let isDone = false
    while (!isDone && clock() - startedAt < turnBounds.atOnceMs) isDone = isLastStep(work)
    spentMs.set(workspaceId, clock() - startedAt)
    return isDone
  }

  return {
    open(workspaceId, onFailure) {
      const own = createLoad(turnBounds.bytesOfConnection, clock)
      let soonWaiting = 0
      const add = (queue: "soon" | "later", bytes: number, steps: Steps): boolean => {
        const lane = lanes.get(workspaceId) ?? emptyLane(clock)
        if (own.isTooMuch() || lane.load.isTooMuch() || !places.take(workspaceId, bytes)) return false
        lanes.set(workspaceId, lane)
        own.add(bytes)
        lane.load.add(bytes)
        if (queue === "soon") soonWaiting += 1
        const done = () => {
          own.add(-bytes)
          lane.load.add(-bytes)
          places.giveBack(workspaceId, bytes)
          if (queue === "soon") soonWaiting -= 1
        }
        lane[queue].add({ steps, done, onFailure })
        if (!isRunning) void run()
        return true
      }
      return {
        soon(bytes, steps) {
          // What comes later waits behind what waits already, because the order of renewals counts.
          if (soonWaiting === 0 && doAtOnce(workspaceId, { steps, onFailure })) return true
          return add("soon", bytes + bytesOfPiece, steps)
        },
        later: (bytes, steps) => add("later", bytes + bytesOfPiece, steps),
      }
    },
    finish() {
      for (const [workspaceId, lane] of lanes) step(workspaceId, lane)
    },
  }
}

/** Does a step. A step that throws is the last one. */
function isLastStep({ steps, onFailure }: Pick<Piece, "steps" | "onFailure">): boolean {
  try {
    return steps.next().done === true
  } catch (error) {
    onFailure(error)
    return true
  }
}

function emptyLane(clock: () => number): Lane {
  return { soon: new Set(), later: new Set(), load: createLoad(turnBounds.bytesOfWorkspace, clock) }
}

/** Bytes that wait. */
interface Load {
  add(bytes: number): void
  /** Whether more than allowed has been waiting for too long. */
  isTooMuch(): boolean
}

function createLoad(allowed: number, clock: () => number): Load {
  let waiting = 0
  let fullSince: number | undefined
  return {
    add(bytes) {
      waiting += bytes
      if (waiting <= allowed) fullSince = undefined
      else fullSince ??= clock()
    },
    isTooMuch: () => fullSince !== undefined && clock() - fullSince > turnBounds.whileMs,
  }
}
