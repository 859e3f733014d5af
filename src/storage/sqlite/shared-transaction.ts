import type { CompiledQuery } from "kysely"
import type { SharedTransaction } from "../sql/change-group.ts"
import { createKnownRows, type FindKnown } from "../sql/known-rows.ts"
import { isLookup, type Lookup } from "../sql/read-tables.ts"
import type { Database } from "../sql/schema.ts"
import { writtenRows } from "../sql/write-query.ts"
import { createWrittenTables } from "../sql/written-tables.ts"
import { queryStep } from "./database.ts"
import type { IfNext, Step, StepResult } from "./protocol.ts"
import { createStepQueue } from "./step-queue.ts"
import type { ThreadClient } from "./thread-client.ts"

/** Reads what is committed, on this thread. */
export type LookUp = (query: CompiledQuery) => readonly unknown[]

interface Opening {
  readonly db: Database
  readonly execute: ThreadClient["execute"]
  /** Absent: all reads ask the thread that writes. */
  readonly lookUp: LookUp | undefined
  readonly following?: Following | undefined
}

interface Following {
  /** The last transaction, which is on its way or committed. */
  readonly before: Predecessor
  /** How long it may wait for those before it. */
  readonly maxMs: number
}

interface Predecessor {
  /** Whether it, or another one before it, may change what the query finds. */
  affects(query: Lookup): boolean
  /** Fulfilled when the next one may be sent: it is sent itself, and all before it are over. */
  readonly mayFollow: Promise<void>
  /** Fulfilled when it, and all before it, are committed or rolled back. */
  readonly over: Promise<void>
  isOver(): boolean
  /** What it has looked up, and not changed. */
  readonly findKnown: FindKnown
}

export interface SqliteTransaction extends SharedTransaction, Predecessor {
  /**
   * Waits for the lock of the file, unless the transaction follows another. What a change looks up afterwards stays true,
   * and a change whose caller goes away while it waits notices that at its end.
   */
  begin(): Promise<void> | undefined
  run(query: CompiledQuery): Promise<readonly unknown[]>
  /** Adds a step that may change any table, and returns its result, which comes with the commit. */
  addUnknown(step: Step): Promise<StepResult>
  /** Whether the next one can follow it: it is on its way or committed. */
  mayBeFollowed(): boolean
}

/**
 * A transaction whose writes wait for its commit. The file has one writer, so a lookup in a table that the transaction has
 * not written finds the same on this thread as on the thread that writes, and costs no message. `begin` comes first, so
 * that no other program can write in between.
 *
 * If it follows another transaction, changes do not wait for the lock, but only for what they look up and one on its way
 * writes. Then `begin` comes with the commit, and is refused if another program has written since the transaction before
 * began. So the rows that the transaction before has looked up, and not changed, need not be looked up again. A
 * transaction without the lock that follows no other knows nothing of that, so it counts as one that writes everything.
 */
export function openSharedTransaction({ db, execute, lookUp, following }: Opening): SqliteTransaction {
  const begin: Step = { type: "begin", ...(following && { ifNext: ifNext(following) }) }
  const queue = createStepQueue(execute)
  const written = createWrittenTables()
  // The file has one writer.
  const known = createKnownRows(written, () => true, following?.before.findKnown)
  const sending = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const mayCommit = following?.before.mayFollow
  const allBefore = following?.before.over ?? Promise.resolve()
  const mayFollow = allBefore.then(() => sending.promise)
  const over = allBefore.then(() => ending.promise)
  /** Forgotten as soon as possible, because each transaction would keep all before it in memory. */
  let ahead = following?.before
  let mayBeOutdated = following === undefined
  let isSent = false
  let isOver = false
  let isCommitted = false
  let failure: { readonly error: unknown } | undefined
  /** Where the steps of the present change begin. */
  let start = 0
  let isMarked = false

  queue.add(begin)
  void allBefore.then(() => {
    ahead = undefined
  })
  void over.then(() => {
    isOver = true
    known.end()
  })

  /** Only a change whose steps are sent before its end needs a mark. */
  const markOnce = () => {
    if (!isMarked) queue.insert(start, { type: "mark" })
    isMarked = true
  }
  const ask = async (query: CompiledQuery) => {
    markOnce()
    try {
      return (await queue.ask(queryStep(query))) ?? []
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  const sendBegin = async () => {
    try {
      await queue.send()
      mayBeOutdated = false
      start = 0
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }

  return {
    db,
    mayCommit,
    mayFollow,
    over,
    isOver: () => isOver,
    mayBeFollowed: () => isCommitted || !isOver,
    findKnown: known.findAfterwards,
    affects: (query) => mayBeOutdated || written.affect(query) || ahead?.affects(query) === true,
    failure: () => failure,

    begin() {
      if (failure !== undefined) throw failure.error
      return mayCommit === undefined && queue.isWaiting(begin) ? sendBegin() : undefined
    },

    async run(query) {
      if (failure !== undefined) throw failure.error
      const rows = writtenRows(query)
      if (rows !== undefined) {
        written.add(query)
        queue.add({ type: "write", sql: query.sql, rows })
        return []
      }
      const isHere = lookUp !== undefined && isLookup(query) && !written.affect(query)
      if (query.query.kind !== "SelectQueryNode") written.addAll()
      if (isHere && ahead?.affects(query) === true) await allBefore
      return known.find(query, () => (isHere ? lookUp(query) : ask(query)))
    },

    addUnknown(step) {
      written.addAll()
      return queue.addAsking(step)
    },

    mark() {
      start = queue.count()
      isMarked = false
    },

    keep() {
      if (isMarked) queue.add({ type: "keep" })
    },

    undo() {
      if (isMarked) queue.add({ type: "undo" })
      else queue.cut(start)
    },

    async commit(changes, onSent) {
      failure = late
      const events = changes.flatMap((change) => change.events)
      if (events.length > 0) written.addTables(eventTables)
      if (mayCommit !== undefined) await mayCommit
      // Only now, so that no statement whose caller did not wait for it sends them.
      if (events.length > 0) queue.add({ type: "append", events })
      queue.add({ type: "commit" })
      const committing = queue.send()
      isSent = true
      sending.resolve()
      onSent()
      await committing
      isCommitted = true
      ending.resolve()
    },

    async rollBack() {
      failure = late
      const hasBegun = !queue.isWaiting(begin)
      queue.cut(0)
      // If a commit fails, the thread itself rolls back, because its next message may be the next transaction.
      if (hasBegun && !isSent) {
        queue.add({ type: "rollback" })
        await queue.send().catch(() => {})
      }
      sending.resolve()
      ending.resolve()
    },
  }
}

/** Only changes that follow others on their way have to wait. */
function ifNext({ before, maxMs }: Following): IfNext {
  return before.isOver() ? {} : { by: Date.now() + maxMs }
}

const eventTables = ["events", "event_resources", "event_chains"] as const

/** For statements whose caller did not wait for them. */
const late = { error: new Error("The transaction is over.") }
