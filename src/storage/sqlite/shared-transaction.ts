import type { CompiledQuery } from "kysely"
import type { SharedTransaction } from "../sql/change-group.ts"
import { createKnownRows } from "../sql/known-rows.ts"
import { isLookup } from "../sql/read-tables.ts"
import type { Database } from "../sql/schema.ts"
import { writtenRows } from "../sql/write-query.ts"
import { createWrittenTables } from "../sql/written-tables.ts"
import { queryStep } from "./database.ts"
import type { Step, StepResult } from "./protocol.ts"
import type { StepQueue } from "./step-queue.ts"

/** Reads what is committed, on this thread. */
export type LookUp = (query: CompiledQuery) => readonly unknown[]

interface Opening {
  readonly db: Database
  /** The steps of all changes go through one queue, because the file has one writer. */
  readonly queue: StepQueue
  /** Absent: all reads ask the thread that writes. */
  readonly lookUp: LookUp | undefined
}

export interface SqliteTransaction extends SharedTransaction {
  /**
   * Waits for the lock of the file. What a change looks up afterwards stays true, and a change whose caller goes away
   * while it waits notices that at its end.
   */
  begin(): Promise<void>
  run(query: CompiledQuery): Promise<readonly unknown[]>
  /** Adds a step that may change any table, and returns its result, which comes with the commit. */
  addUnknown(step: Step): Promise<StepResult>
}

/**
 * A transaction whose writes wait for its commit. The file has one writer, so a lookup in a table that the transaction has
 * not written finds the same on this thread as on the thread that writes, and costs no message. `begin` comes first, so
 * that no other program can write in between.
 */
export function openSharedTransaction({ db, queue, lookUp }: Opening): SqliteTransaction {
  const begin: Step = { type: "begin" }
  const written = createWrittenTables()
  // The file has one writer.
  const known = createKnownRows(written, () => true)
  let failure: { readonly error: unknown } | undefined
  /** Where the steps of the present change begin. */
  let start = 0
  let isMarked = false
  queue.add(begin)

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

  return {
    db,
    failure: () => failure,

    async begin() {
      if (failure !== undefined) throw failure.error
      if (!queue.isWaiting(begin)) return
      try {
        await queue.send()
        start = 0
      } catch (error) {
        failure ??= { error }
        throw error
      }
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

    async commit(changes) {
      failure = over
      const events = changes.flatMap((change) => change.events)
      if (events.length > 0) queue.add({ type: "append", events })
      queue.add({ type: "commit" })
      await queue.send()
    },

    async rollBack() {
      failure = over
      const hasBegun = !queue.isWaiting(begin)
      queue.cut(0)
      if (!hasBegun) return
      queue.add({ type: "rollback" })
      await queue.send().catch(() => {})
    },
  }
}

/** For statements whose caller did not wait for them. */
const over = { error: new Error("The transaction is over.") }
