import type { ChainPosition } from "../../core/event-chain.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { type AppendedEvents, appendEvents, type RecordedChange } from "./appended-events.ts"
import type { Database } from "./schema.ts"

/** A database transaction that changes share, one after another. Each can be undone alone until the commit. */
export interface SharedTransaction {
  readonly db: Database
  /** Marks where a change begins. The workspace is the one whose events it will record. */
  mark(workspaceId: string | undefined): void
  /** Returns the end of the chain as it was before this transaction, and locks it. Fails for an unknown workspace. */
  findChainEnd(workspaceId: string): Promise<ChainPosition>
  /** Executes the writes of the change that still wait. */
  keep(): Promise<void>
  /** Undoes the change back to its mark. Fails if the whole transaction is lost. */
  undo(): Promise<void>
  /** Executes waiting writes, appends the events and commits. `onSent` is called as soon as the next transaction may begin. */
  commit(appended: AppendedEvents | undefined, onSent: () => void): Promise<void>
  /** Ends the transaction without a change. Never fails. */
  rollBack(): Promise<void>
}

/** One function over a transaction. It may record events at its end. */
export type Work<T> = (db: Database, record: (change: RecordedChange) => void) => Promise<T>

export interface ChangeGroup {
  isOpen(): boolean
  run<T>(work: Work<T>, turn: GroupTurn): Promise<T>
  /** Commits what ran so far. */
  close(): Promise<void>
}

export interface GroupTurn {
  readonly workspaceId: string | undefined
  /** Whether another change waits to run in this transaction. */
  hasFollower(): boolean
  /** Called once, when the next change may begin. */
  end(): void
}

export interface GroupBounds {
  readonly maxChanges: number
  /** No change begins later than this after the first one. */
  readonly maxMs: number
}

type ChainEnds = ReadonlyMap<string, ChainPosition>

type Outcome<T> =
  | {
      readonly type: "done"
      readonly result: T
      readonly recorded: RecordedChange | undefined
      readonly ends: ChainEnds
    }
  | { readonly type: "failed"; readonly error: unknown }

/** Changes that wait run in one transaction and share its commit. Callers get their results after the commit. */
export function createChangeGroup(transaction: SharedTransaction, { maxChanges, maxMs }: GroupBounds): ChangeGroup {
  const startedAt = performance.now()
  const chainEnds = new Map<string, ChainPosition>()
  const recorded: RecordedChange[] = []
  const { promise: committed, resolve, reject } = Promise.withResolvers<void>()
  // A group whose only change failed rejects nobody else.
  committed.catch(() => {})
  let size = 0
  let kept = 0
  let isOpen = true

  const attempt = async <T>(work: Work<T>, workspaceId: string | undefined): Promise<Outcome<T>> => {
    try {
      transaction.mark(workspaceId)
      let change: RecordedChange | undefined
      const result = await work(transaction.db, (own) => {
        change = own
      })
      const ends = new Map<string, ChainPosition>()
      for (const { workspaceId: id } of change?.events ?? []) {
        if (!ends.has(id)) ends.set(id, await transaction.findChainEnd(id))
      }
      return { type: "done", result, recorded: change, ends }
    } catch (error) {
      return { type: "failed", error }
    }
  }
  const lose = async (error: unknown) => {
    isOpen = false
    await transaction.rollBack()
    reject(error instanceof StorageUnavailable ? error : new StorageUnavailable(error))
  }
  /** Returns false if the whole transaction is lost. */
  const undo = async (error: unknown): Promise<boolean> => {
    try {
      await transaction.undo()
      return true
    } catch {
      await lose(error)
      return false
    }
  }
  const keep = async <T>(outcome: Outcome<T>): Promise<Outcome<T>> => {
    if (outcome.type === "failed") {
      await undo(outcome.error)
      return outcome
    }
    try {
      await transaction.keep()
    } catch (error) {
      await undo(error)
      return { type: "failed", error }
    }
    kept += 1
    if (outcome.recorded !== undefined) recorded.push(outcome.recorded)
    for (const [id, end] of outcome.ends) chainEnds.set(id, end)
    return outcome
  }
  const send = (changes: readonly RecordedChange[], ends: ChainEnds, onSent: () => void) =>
    transaction.commit(changes.length > 0 ? appendEvents(changes, ends) : undefined, onSent)
  const commitKept = async (onSent: () => void) => {
    isOpen = false
    try {
      if (kept > 0) await send(recorded, chainEnds, onSent)
      else await transaction.rollBack()
      resolve()
    } catch (error) {
      await lose(error)
    }
  }
  /** Sends the last writes together with the commit. If they fail, the changes before them are committed alone. */
  const commitWith = async <T>(outcome: Outcome<T>, onSent: () => void): Promise<Outcome<T>> => {
    isOpen = false
    let failed = outcome
    if (outcome.type === "done") {
      try {
        const changes = outcome.recorded === undefined ? recorded : [...recorded, outcome.recorded]
        await send(changes, new Map([...chainEnds, ...outcome.ends]), onSent)
        resolve()
        return outcome
      } catch (error) {
        failed = { type: "failed", error }
      }
    }
    const isAlone = kept === 0
    if (isAlone || (await undo(failed.type === "failed" ? failed.error : undefined))) await commitKept(onSent)
    return failed
  }

  return {
    isOpen: () => isOpen,

    async run(work, { workspaceId, hasFollower, end }) {
      size += 1
      const mayStayOpen = () => isOpen && size < maxChanges && performance.now() - startedAt < maxMs && hasFollower()
      let hasEnded = false
      const endOnce = () => {
        if (!hasEnded) end()
        hasEnded = true
      }
      let outcome = await attempt(work, workspaceId)
      try {
        if (!mayStayOpen()) outcome = await commitWith(outcome, endOnce)
        else {
          outcome = await keep(outcome)
          // Whoever waited may have given up meanwhile.
          if (isOpen && !mayStayOpen()) await commitKept(endOnce)
        }
      } finally {
        endOnce()
      }
      await committed
      if (outcome.type === "failed") throw outcome.error
      return outcome.result
    },

    close: () => commitKept(() => {}),
  }
}
