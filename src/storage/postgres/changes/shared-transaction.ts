import { appendEvents, type RecordedChange } from "../../sql/statements/appended-events.ts"
import type { SharedTransaction } from "../../sql/statements/change-group.ts"
import { commit, rollback } from "../commit.ts"
import type { TransactionName } from "../commit-outcome.ts"
import { databaseOn } from "../database.ts"
import type { Pool, ReservedConnection } from "../pool.ts"
import type { TextStatement } from "../prepared-texts.ts"
import { appendStatements } from "./append-statements.ts"
import { createChains } from "./chains.ts"
import { createQueriesOfChanges } from "./queries-of-changes.ts"
import { createSentStatements, type SentStatements } from "./sent-statements.ts"
import { createWaitingWrites } from "./waiting-writes.ts"
import { statementsOf } from "./write-texts.ts"

interface SharedTransactionOptions {
  readonly connection: ReservedConnection
  /** Used to check whether a commit succeeded. */
  readonly asking: Pool
  /** Locked until the transaction ends. */
  readonly workspaceId: string | undefined
  readonly lockMs: number
}

type State =
  /** `begin` is sent. Reads are sent behind it. Writes wait for the reply: if `begin` failed, each would be stored on its own. */
  | { readonly type: "beginning" }
  /** All statements are sent at once. */
  | { readonly type: "open" }
  /** The commit or the rollback is decided, and no statement may follow it. */
  | { readonly type: "over" }

/**
 * A transaction on a reserved connection. Writes wait for the commit, unless a read may depend on them. Statements are
 * sent without waiting for the ones before them, so a change takes one round trip for each time that it needs a result.
 */
export function openSharedTransaction(options: SharedTransactionOptions): SharedTransaction {
  const { connection, asking, workspaceId } = options
  const statements = createSentStatements(connection)
  const chains = createChains(statements)
  const writes = createWaitingWrites(statements)
  const recorded: RecordedChange[] = []
  let state: State = { type: "beginning" }

  const begin = async (): Promise<TransactionName> => {
    const naming = sendBegin(statements, options.lockMs)
    if (workspaceId !== undefined) chains.lock(workspaceId).catch(ignore)
    const name = await naming
    if (state.type === "beginning") state = { type: "open" }
    return name
  }
  const begun = begin()
  begun.catch(ignore)
  const hasBegun = () => state.type === "open"
  const queries = createQueriesOfChanges({ statements, writes, workspaceId, begun, hasBegun })
  /** What is sent together with the commit: the writes that wait, and the events. */
  const lastStatements = async (): Promise<readonly TextStatement[]> => {
    const events = recorded.flatMap((each) => each.events)
    await chains.lockMissing(events, writes.sendAll)
    const waiting = writes.takeAll()
    const texts = statementsOf(waiting)
    if (texts === undefined) {
      writes.add(waiting)
      writes.sendAll()
    }
    await statements.settle()
    const staleIds = new Set(recorded.flatMap((each) => each.staleIds))
    const appending = events.length > 0 ? appendStatements(appendEvents(events, chains.ends), [...staleIds]) : []
    return [...(texts ?? []), ...appending]
  }

  return {
    db: databaseOn(async (query) => {
      if (state.type === "over") throw new Error("The transaction is over.")
      return queries.run(query)
    }),
    failure: statements.failure,

    mark() {
      queries.startChange()
      writes.startChange()
    },

    keep(own) {
      if (own !== undefined) recorded.push(own)
      writes.keepChange()
    },

    undo: writes.undoChange,

    async commit(onSent) {
      state = { type: "over" }
      const name = await begun
      await statements.settle()
      const last = await lastStatements()
      const committing = commit({ connection, name, pool: asking, last })
      onSent()
      await committing
      connection.release()
    },

    async rollBack() {
      state = { type: "over" }
      await statements.settle().catch(ignore)
      await rollback(connection).catch(ignore)
      connection.release()
    },
  }
}

/** Sends `begin`, and asks for the id of the transaction, because it cannot be asked after a disconnect. */
async function sendBegin({ ask }: SentStatements, lockMs: number): Promise<TransactionName> {
  // The isolation level is explicit, because a waiter must see what was committed during its wait.
  const begun = ask((on) => on`begin isolation level read committed`)
  const naming = ask<TransactionName>(
    (on) => on`select pg_backend_pid() as pid, pg_current_xact_id()::text as xid,
      set_config('lock_timeout', ${String(lockMs)}, true)`,
  )
  const [, [name]] = await Promise.all([begun, naming])
  if (name === undefined) throw new Error("The transaction has no name.")
  return name
}

function ignore() {}
