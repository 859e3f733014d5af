import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs"
import { join } from "node:path"

/**
 * Whether verifiers may decide by leases of a process that is gone: docs/verifier-protocol.md#what-the-server-does, rule 6.
 * A file in the data folder says so, because the embedded database has no table of nodes.
 */
export interface LentLeases {
  /** Resolves once the leases of the process before are over; undefined if they are. */
  readonly untilOver: () => Promise<void> | undefined
  /** Marks the folder before the first lease. Returns false if that failed, so that none may be lent. */
  mark(): boolean
  /** No verifier can decide by a lease of this process any more. */
  clear(): void
}

/** The longest lease, and 50 ms for clocks of different speed. */
const longestMs = 1_050

const markFile = "verifiers.lent"

/** The caller has just locked the folder, so the process before is gone. */
export function lentLeasesIn(folder: string): LentLeases {
  const path = join(folder, markFile)
  const overAt = existsSync(path) ? performance.now() + longestMs : Number.NEGATIVE_INFINITY
  let isMarked = false
  const untilOver = () => {
    const left = overAt - performance.now()
    return left > 0 ? Bun.sleep(left + 1) : undefined
  }
  return {
    untilOver,
    mark() {
      if (!isMarked) isMarked = tryToMark(folder, path)
      return isMarked
    },
    clear() {
      if (untilOver() === undefined) rmSync(path, { force: true })
      isMarked = false
    },
  }
}

/** A database that several nodes can share has entries of nodes instead. */
export const noLentLeases: LentLeases = { untilOver: () => undefined, mark: () => true, clear() {} }

function tryToMark(folder: string, path: string): boolean {
  try {
    for (const [file, flags] of [
      [path, "w"],
      [folder, "r"],
    ] as const) {
      const opened = openSync(file, flags, 0o600)
      try {
        fsyncSync(opened)
      } finally {
        closeSync(opened)
      }
    }
    return true
  } catch {
    return false
  }
}
