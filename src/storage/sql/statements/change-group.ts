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
  /** Whether a further change may join. */
  isOpen(): boolean
  run<T>(work: Work<T>, turn: GroupTurn): Promise<T>
  /** Commits what ran so far. */
  close(): Promise<void>
}

export interface GroupTurn {
  /** Whether another change waits to run in this transaction. Without one, the group commits. */
  hasFollower(): boolean
  /** Called once, when the next change may begin. */
  end(): void
}

export interface GroupBounds {
  readonly maxChanges: number
  /** No change begins later than this after the first one. */
  readonly maxMs: number
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

/** The only steps are collecting → sent → stored, and collecting → sent → failed. */
type State =
  /** Changes may join, one at a time. */
  | { readonly type: "collecting"; readonly begun: number; readonly kept: number }
  /** No change may join. All callers wait for the outcome. */
  | { readonly type: "sent" }
  /** All callers get what their changes returned, or why they were refused. */
  | { readonly type: "stored" }
  /** Nothing was stored, and all callers get this error. */
  | { readonly type: "failed"; readonly error: unknown }

/** Shorter than usual, because groups follow each other, and verifications run only in between. */
const pauseAfterMs = 0.5

/** Changes that wait run in one transaction and share its commit. Callers get their results after the commit. */
export function createChangeGroup(transaction: SharedTransaction, { maxChanges, maxMs }: GroupBounds): ChangeGroup {
  const startedAt = performance.now()
  // Changes that need not wait for the database would keep the thread for the whole group.
  const pauseIfDue = createPauser(() => performance.now(), pauseShortly, pauseAfterMs)
  const ended = Promise.withResolvers<void>()
  // The failure of the group may come before the end of a change.
  ended.promise.catch(() => {})
  let state: State = { type: "collecting", begun: 0, kept: 0 }

  const send = async (onSent: () => void) => {
    const { kept } = requireCollecting(state)
    state = { type: "sent" }
    try {
      const failure = transaction.failure()
      if (failure !== undefined) throw failure.error
      if (kept > 0) await transaction.commit(onSent)
      else await transaction.rollBack()
      state = { type: "stored" }
      ended.resolve()
    } catch (error) {
      await transaction.rollBack()
      state = { type: "failed", error: error instanceof StorageUnavailable ? error : new GroupFailed(error) }
      ended.reject(state.error)
    }
  }
  const begin = () => {
    const { begun, kept } = requireCollecting(state)
    state = { type: "collecting", begun: begun + 1, kept }
  }
  /** Returns whether a further change may join. */
  const keepOrUndo = (outcome: Outcome<unknown>): boolean => {
    const { begun, kept } = requireCollecting(state)
    if (transaction.failure() !== undefined) return false
    if (outcome.type === "failed") transaction.undo()
    else transaction.keep(outcome.recorded)
    state = { type: "collecting", begun, kept: kept + (outcome.type === "failed" ? 0 : 1) }
    return begun < maxChanges && performance.now() - startedAt < maxMs
  }

  const runNext = async <T>(work: Work<T>, hasFollower: () => boolean, onSent: () => void): Promise<Outcome<T>> => {
    begin()
    await pauseIfDue()
    const outcome = await attempt(transaction, work)
    if (!keepOrUndo(outcome) || !hasFollower()) await send(onSent)
    return outcome
  }

  return {
    isOpen: () => state.type === "collecting",

    async run(work, { hasFollower, end }) {
      const endOnce = once(end)
      const outcome = await runNext(work, hasFollower, endOnce).finally(endOnce)
      await ended.promise
      if (outcome.type === "failed") throw outcome.error
      return outcome.result
    },

    close: () => send(() => {}),
  }
}

function requireCollecting(state: State) {
  if (state.type !== "collecting") throw new Error(`The group of changes is ${state.type} already.`)
  return state
}

type Outcome<T> =
  | { readonly type: "done"; readonly result: T; readonly recorded: RecordedChange | undefined }
  | { readonly type: "failed"; readonly error: unknown }

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

function once(call: () => void): () => void {
  let isCalled = false
  return () => {
    if (!isCalled) call()
    isCalled = true
  }
}
