import type { CompiledQuery } from "kysely"
import { eventTables } from "../sql/schema/marked-tables.ts"
import type { Database } from "../sql/schema/schema.ts"
import type { SharedTransaction } from "../sql/statements/change-group.ts"
import { createKnownRows } from "../sql/statements/known-rows.ts"
import { isLookup } from "../sql/statements/read-tables.ts"
import { writtenRows } from "../sql/statements/write-query.ts"
import { createWrittenTables } from "../sql/statements/written-tables.ts"
import { queryStep } from "./database.ts"
import type { Step } from "./protocol.ts"
import type { ThreadClient } from "./thread-client.ts"
import { createWaitingSteps, type WaitingStep } from "./waiting-steps.ts"

/** Reads what is committed, on this thread. */
export type LookUp = (query: CompiledQuery) => readonly unknown[]

interface SharedTransactionOptions {
  readonly db: Database
  readonly execute: ThreadClient["execute"]
  readonly lookUp: LookUp
}

export interface SqliteTransaction extends SharedTransaction {
  /** Takes the lock of the file, after all transactions before it. What is looked up afterwards stays true. */
  begin(): Promise<void>
  run(query: CompiledQuery): Promise<readonly unknown[]>
  /** Adds a step that may change any table. Its result comes with the commit. */
  addOpaqueStep(step: Step, onResult?: WaitingStep["onResult"]): void
}

type State =
  /** It has sent nothing. Without `begin`, the lock comes in one message with the steps and the commit. */
  | { readonly type: "new" }
  /** It holds the lock of the file. */
  | { readonly type: "open" }
  /** A step has failed, so nothing will be stored. */
  | { readonly type: "failed"; readonly error: unknown }
  /** Its commit or rollback is sent. */
  | { readonly type: "over" }

/** The thread that writes executes so many changes while the next ones run. */
const changesPerMessage = 8

/**
 * A transaction on the thread that writes. Writes wait for a read that may depend on them, for other changes, or for the
 * commit. The file has one writer, so a lookup in a table that the transaction has not written finds the same on this
 * thread, and costs no message.
 */
export function openSharedTransaction({ db, execute, lookUp }: SharedTransactionOptions): SqliteTransaction {
  const steps = createWaitingSteps()
  const written = createWrittenTables()
  // The lock of the file keeps all other writers waiting.
  const findRows = createKnownRows(written, () => true)
  let state: State = { type: "new" }
  const messages = createMessages(execute, (error) => {
    if (state.type === "open") state = { type: "failed", error }
  })
  const ask = async (query: CompiledQuery) => {
    steps.add(queryStep(query))
    return (await messages.send(steps.takeWithinChange())).at(-1) ?? []
  }

  return {
    db,
    failure: () => (state.type === "failed" ? state : undefined),

    async begin() {
      await messages.send(steps.takeAll())
      state = { type: "open" }
    },

    async run(query) {
      requireOpen(state)
      const rows = writtenRows(query)
      if (rows !== undefined) {
        written.add(query)
        steps.add({ type: "write", sql: query.sql, rows })
        return []
      }
      const isLocal = isLookup(query) && !written.affect(query)
      if (query.query.kind !== "SelectQueryNode") written.addAll()
      return findRows(query, () => (isLocal ? lookUp(query) : ask(query)))
    },

    addOpaqueStep(step, onResult) {
      written.addAll()
      steps.add(step, onResult)
    },

    mark() {
      if (steps.keptChanges() >= changesPerMessage) messages.sendAhead(steps.takeAll())
      steps.startChange()
    },

    keep(recorded) {
      steps.keepChange(recorded?.events ?? [])
      if (recorded !== undefined) written.addTables(eventTables)
    },

    undo: steps.undoChange,

    async commit(onSent) {
      const hasLock = state.type === "open"
      state = { type: "over" }
      const committing = messages.sendLast([...steps.takeAll(), { step: { type: "commit" } }])
      // Without the lock, it may wait for another program. The next transaction would wait for that, and then again.
      if (hasLock) onSent()
      await committing
    },

    async rollBack() {
      const hasLock = state.type === "open" || state.type === "failed"
      state = { type: "over" }
      // The thread itself rolls back if a commit fails, because its next message may be the next transaction.
      if (hasLock) await execute([{ type: "rollback" }]).catch(() => {})
    },
  }
}

/** Sends messages to the thread that writes, which answers them in order. After one has failed, all others fail. */
function createMessages(execute: ThreadClient["execute"], onFailure: (error: unknown) => void) {
  const sentAhead: Promise<unknown>[] = []
  const send = async (steps: readonly WaitingStep[]) => {
    try {
      const results = await execute(steps.map(({ step }) => step))
      for (const [index, { onResult }] of steps.entries()) onResult?.(results[index] ?? null)
      return results
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  return {
    send,
    /** Sends steps whose failure will be known with the last ones. */
    sendAhead(steps: readonly WaitingStep[]): void {
      const sending = send(steps)
      sending.catch(() => {})
      sentAhead.push(sending)
    },
    /** Fails with the first error of all. */
    sendLast: (steps: readonly WaitingStep[]) => Promise.all([...sentAhead, send(steps)]),
  }
}

/** For statements whose caller did not wait for them. */
function requireOpen(state: State): void {
  if (state.type === "failed") throw state.error
  if (state.type !== "open") throw new Error("The transaction is over.")
}
