import { createPauser, pauseShortly } from "../../core/pauses.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { RecordedChange } from "./appended-events.ts"
import type { Database } from "./schema.ts"

/** A database transaction that changes share, one after another. Each can be undone alone until the commit. */
export interface SharedTransaction {
  readonly db: Database
  /** Fulfilled when it may be committed, if others are on their way before it. Changes join until then. */
  readonly mayCommit?: Promise<void> | undefined
  /** Marks where a change begins. */
  mark(): void
  /** Ends the change. Its writes may wait until a read needs them, or until the commit. */
  keep(): void
  /** Undoes the change back to its mark. */
  undo(): void
  /** The error of a statement, which may be a write of an earlier change. */
  failure(): { readonly error: unknown } | undefined
  /** Executes waiting writes, appends the events and commits. `onSent` is called as soon as the next transaction may begin. */
  commit(changes: readonly RecordedChange[], onSent: () => void): Promise<void>
  /** Ends the transaction without a change. Never fails. */
  rollBack(): Promise<void>
}

/** One function over a transaction. It may record events at its end, and may run again if a statement fails. */
export type Work<T> = (db: Database, record: (change: RecordedChange) => void) => Promise<T>

export interface ChangeGroup {
  isOpen(): boolean
  run<T>(work: Work<T>, turn: GroupTurn): Promise<T>
  /** Commits what ran so far. */
  close(): Promise<void>
}

export interface GroupTurn {
  /** Commits after this change, whether or not others wait. */
  readonly isLast?: boolean
  /** Whether another change waits to run in this transaction. */
  hasFollower(): boolean
  /** Called once, when the next change may begin. */
  end(): void
}

export interface GroupBounds {
  readonly maxChanges: number
  /** No change begins later than this after the first one, unless the transaction cannot be committed yet. */
  readonly maxMs: number
  /**
   * Other requests run after so many callers have got their results, because writing all responses takes longer than a
   * pause. Absent if callers wait for something else before they respond.
   */
  readonly answeredAtOnce?: number
}

/**
 * A statement of the group failed, and nothing was stored. Writes wait, so it is unknown whose statement it was, and each
 * change has to run again alone.
 */
class GroupFailed extends Error {
  override readonly name = "GroupFailed"

  constructor(cause: unknown) {
    super("A statement of a group of changes failed.", { cause })
  }
}

/** Nothing was stored, although no statement is wrong. The changes of the group can run again together. */
export class RunAgain extends Error {
  override readonly name = "RunAgain"
}

/** Runs a change together with others, and alone if one of them fails. */
export async function runSharedOrAlone<T>(run: (isAlone: boolean) => Promise<T>, isAlone: boolean): Promise<T> {
  try {
    return await run(isAlone)
  } catch (error) {
    if (!(error instanceof GroupFailed)) throw error
    if (isAlone) throw error.cause
    return runSharedOrAlone(run, true)
  }
}

/** Shorter than usual, because groups follow each other, and verifications run only in between. */
const pauseAfterMs = 0.5

type Outcome<T> =
  | { readonly type: "done"; readonly result: T; readonly recorded: RecordedChange | undefined }
  | { readonly type: "failed"; readonly error: unknown }

/** Changes that wait run in one transaction and share its commit. Callers get their results after the commit. */
export function createChangeGroup(transaction: SharedTransaction, bounds: GroupBounds): ChangeGroup {
  const { maxChanges, maxMs, answeredAtOnce = maxChanges } = bounds
  const startedAt = performance.now()
  // Changes that need not wait for the database would keep the thread for the whole group.
  const pauseIfDue = createPauser(() => performance.now(), pauseShortly, pauseAfterMs)
  const recorded: RecordedChange[] = []
  const callers: PromiseWithResolvers<void>[] = []
  let kept = 0
  let isOpen = true
  let isRunning = false
  let mayCommit = transaction.mayCommit === undefined

  const attempt = async <T>(work: Work<T>): Promise<Outcome<T>> => {
    try {
      transaction.mark()
      let change: RecordedChange | undefined
      const result = await work(transaction.db, (own) => {
        change = own
      })
      return { type: "done", result, recorded: change }
    } catch (error) {
      return { type: "failed", error }
    }
  }
  const lose = async (error: unknown) => {
    isOpen = false
    await transaction.rollBack()
    const isShared = error instanceof StorageUnavailable || error instanceof RunAgain
    const failure = isShared ? error : new GroupFailed(error)
    for (const { reject } of callers) reject(failure)
  }
  const answer = async () => {
    for (const [index, { resolve }] of callers.entries()) {
      if (index > 0 && index % answeredAtOnce === 0) await pauseShortly()
      resolve()
    }
  }
  const keepOrUndo = <T>(outcome: Outcome<T>) => {
    if (outcome.type === "failed") return transaction.undo()
    transaction.keep()
    kept += 1
    if (outcome.recorded !== undefined) recorded.push(outcome.recorded)
  }
  const commit = async (onSent: () => void) => {
    isOpen = false
    try {
      const failure = transaction.failure()
      if (failure !== undefined) throw failure.error
      // If others are on their way before it, the commit also tells whether what it has read, and refused, was true.
      if (kept > 0 || transaction.mayCommit !== undefined) await transaction.commit(recorded, onSent)
      else await transaction.rollBack()
      void answer()
    } catch (error) {
      await lose(error)
    }
  }

  void transaction.mayCommit?.then(() => {
    mayCommit = true
    if (isOpen && !isRunning) void commit(() => {})
  })

  return {
    isOpen: () => isOpen,

    async run(work, { isLast = false, hasFollower, end }) {
      isRunning = true
      const caller = Promise.withResolvers<void>()
      callers.push(caller)
      // The failure of the group may come before the end of this change.
      caller.promise.catch(() => {})
      const isFull = () => callers.length >= maxChanges || performance.now() - startedAt >= maxMs
      const mayStayOpen = () => !isLast && !isFull() && (hasFollower() || !mayCommit)
      let hasEnded = false
      const endOnce = () => {
        if (!hasEnded) end()
        hasEnded = true
      }
      await pauseIfDue()
      const outcome = await attempt(work)
      try {
        const failure = transaction.failure()
        if (failure !== undefined) await lose(failure.error)
        else {
          keepOrUndo(outcome)
          if (!mayStayOpen()) await commit(endOnce)
        }
      } finally {
        isRunning = false
        endOnce()
      }
      await caller.promise
      if (outcome.type === "failed") throw outcome.error
      return outcome.result
    },

    close: () => commit(() => {}),
  }
}
