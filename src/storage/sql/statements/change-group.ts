import { createPauser, pauseShortly } from "../../../core/pauses.ts"
import { StorageUnavailable } from "../../port/unavailable.ts"
import type { Database } from "../schema/schema.ts"
import type { RecordedChange } from "./appended-events.ts"

/** A database transaction that changes share, one after another. Each can be undone alone until the commit. */
export interface SharedTransaction {
  readonly db: Database
  /** Marks where a change begins. */
  mark(): void
  /** Ends the change, whose events come with the commit. Its writes may wait until a read needs them, or until the commit. */
  keep(recorded: RecordedChange | undefined): void
  /** Undoes the change back to its mark. */
  undo(): void
  /** The error of a statement, which may be a write of an earlier change. */
  failure(): { readonly error: unknown } | undefined
  /** Executes waiting writes, appends the events and commits. `onSent` is called as soon as the next transaction may begin. */
  commit(onSent: () => void): Promise<void>
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
  /** No change begins later than this after the first one. */
  readonly maxMs: number
  /**
   * Other requests run after so many callers have got their results, because writing all responses takes longer than a
   * pause. Absent if callers wait for something else before they respond.
   */
  readonly responsesPerTick?: number
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

/** `collecting` until no further change may join, `sent` until the outcome is known. */
type State = "collecting" | "sent" | "stored" | "failed"

type Outcome<T> =
  | { readonly type: "done"; readonly result: T; readonly recorded: RecordedChange | undefined }
  | { readonly type: "failed"; readonly error: unknown }

/** Changes that wait run in one transaction and share its commit. Callers get their results after the commit. */
export function createChangeGroup(transaction: SharedTransaction, bounds: GroupBounds): ChangeGroup {
  const { maxChanges, maxMs, responsesPerTick = maxChanges } = bounds
  const startedAt = performance.now()
  // Changes that need not wait for the database would keep the thread for the whole group.
  const pauseIfDue = createPauser(() => performance.now(), pauseShortly, pauseAfterMs)
  const callers: PromiseWithResolvers<void>[] = []
  let kept = 0
  let state: State = "collecting"

  const isFull = () => callers.length >= maxChanges || performance.now() - startedAt >= maxMs
  const fail = async (error: unknown) => {
    state = "failed"
    await transaction.rollBack()
    const failure = error instanceof StorageUnavailable ? error : new GroupFailed(error)
    for (const { reject } of callers) reject(failure)
  }
  const commit = async (onSent: () => void) => {
    state = "sent"
    try {
      const failure = transaction.failure()
      if (failure !== undefined) throw failure.error
      if (kept > 0) await transaction.commit(onSent)
      else await transaction.rollBack()
      state = "stored"
      void releaseCallers(callers, responsesPerTick)
    } catch (error) {
      await fail(error)
    }
  }
  const keepOrUndo = <T>(outcome: Outcome<T>) => {
    if (outcome.type === "failed") return transaction.undo()
    transaction.keep(outcome.recorded)
    kept += 1
  }

  return {
    isOpen: () => state === "collecting",

    async run(work, { isLast = false, hasFollower, end }) {
      const caller = Promise.withResolvers<void>()
      callers.push(caller)
      // The failure of the group may come before the end of this change.
      caller.promise.catch(() => {})
      const endOnce = once(end)
      await pauseIfDue()
      const outcome = await attempt(transaction, work)
      try {
        const hasFailed = transaction.failure() !== undefined
        if (!hasFailed) keepOrUndo(outcome)
        if (hasFailed || isLast || isFull() || !hasFollower()) await commit(endOnce)
      } finally {
        endOnce()
      }
      await caller.promise
      if (outcome.type === "failed") throw outcome.error
      return outcome.result
    },

    close: () => commit(() => {}),
  }
}

async function attempt<T>(transaction: SharedTransaction, work: Work<T>): Promise<Outcome<T>> {
  try {
    transaction.mark()
    let recorded: RecordedChange | undefined
    const result = await work(transaction.db, (change) => {
      recorded = change
    })
    return { type: "done", result, recorded }
  } catch (error) {
    return { type: "failed", error }
  }
}

async function releaseCallers(callers: readonly PromiseWithResolvers<void>[], perTick: number): Promise<void> {
  for (const [index, { resolve }] of callers.entries()) {
    if (index > 0 && index % perTick === 0) await pauseShortly()
    resolve()
  }
}

function once(call: () => void): () => void {
  let isCalled = false
  return () => {
    if (!isCalled) call()
    isCalled = true
  }
}
