import { createPauser, pauseShortly } from "../../core/pauses.ts"

/** Work that verifiers cause and nobody waits for: a little per turn of the event loop, in turn between workspaces. */
export interface Turns {
  /** The line of one connection of a workspace. */
  open(workspaceId: string): Line
  /** Does all work that waits. */
  finish(): void
}

/** The work of one connection. It is done in the order in which it came, even if the connection has ended. */
export interface Line {
  /** Takes work that keeps so many bytes in memory, in short steps. Returns false if too much waits already. */
  add(bytes: number, steps: Iterator<unknown>): boolean
}

export const turnBounds = {
  workMs: 5,
  /** A connection may leave more than this waiting for a while: verifiers send rows in bursts, and servers have busy seconds. */
  bytesOfConnection: 1_048_576,
  whileMs: 10_000,
  bytesOfWorkspace: 16_777_216,
}

interface Options {
  /** Monotonic milliseconds. */
  clock(): number
  readonly wait?: () => Promise<void>
}

interface Piece {
  readonly steps: Iterator<unknown>
  done(): void
}

interface Lane {
  readonly pieces: Set<Piece>
  bytes: number
}

/** What a piece of work keeps in memory besides its text. */
const bytesOfPiece = 200

export function createTurns({ clock, wait = pauseShortly }: Options): Turns {
  /** Workspaces with work, ordered by their last turn. */
  const lanes = new Map<string, Lane>()
  let isRunning = false

  const step = (workspaceId: string, lane: Lane) => {
    lanes.delete(workspaceId)
    const [piece] = lane.pieces
    if (piece?.steps.next().done) {
      lane.pieces.delete(piece)
      piece.done()
    }
    if (lane.pieces.size > 0) lanes.set(workspaceId, lane)
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

  return {
    open(workspaceId) {
      let bytesWaiting = 0
      let fullSince: number | undefined
      return {
        add(bytesOfText, steps) {
          const bytes = bytesOfText + bytesOfPiece
          const lane = lanes.get(workspaceId) ?? { pieces: new Set(), bytes: 0 }
          if (lane.bytes + bytes > turnBounds.bytesOfWorkspace) return false
          if (fullSince !== undefined && clock() - fullSince > turnBounds.whileMs) return false
          lanes.set(workspaceId, lane)
          lane.bytes += bytes
          bytesWaiting += bytes
          if (bytesWaiting > turnBounds.bytesOfConnection) fullSince ??= clock()
          const done = () => {
            lane.bytes -= bytes
            bytesWaiting -= bytes
            if (bytesWaiting <= turnBounds.bytesOfConnection) fullSince = undefined
          }
          lane.pieces.add({ steps, done })
          if (!isRunning) void run()
          return true
        },
      }
    },
    finish() {
      for (const [workspaceId, lane] of lanes) step(workspaceId, lane)
    },
  }
}
