import type { SQL } from "bun"
import type { CompiledQuery } from "kysely"
import type { ChainPosition } from "../../core/event-chain.ts"
import { integersIn } from "../sql/schema/schema.ts"
import { appendEvents, type RecordedChange } from "../sql/statements/appended-events.ts"
import type { SharedTransaction } from "../sql/statements/change-group.ts"
import { createKnownRows } from "../sql/statements/known-rows.ts"
import { isLookup, type Lookup } from "../sql/statements/read-tables.ts"
import { addsTo, writtenRows } from "../sql/statements/write-query.ts"
import { createWrittenTables } from "../sql/statements/written-tables.ts"
import { appendStatements } from "./append-statements.ts"
import { commit, rollback } from "./commit.ts"
import type { TransactionName } from "./commit-outcome.ts"
import { databaseOn } from "./database.ts"
import type { Pool, ReservedConnection } from "./pool.ts"
import type { TextStatement } from "./prepared-texts.ts"
import { statementsOf, type WaitingWrite } from "./waiting-writes.ts"

interface SharedTransactionOptions {
  readonly connection: ReservedConnection
  /** Used to check whether a commit succeeded. */
  readonly asking: Pool
  /** Locked until the transaction ends. */
  readonly workspaceId: string | undefined
  readonly lockMs: number
}

interface ChainRow {
  readonly length: string
  readonly hash: string
}

type Send<Row> = (on: SQL) => PromiseLike<readonly Row[]>

/**
 * A transaction on a reserved connection. Writes wait for the commit, unless a read may depend on them. Statements are
 * sent without waiting for the ones before them, so a change takes one round trip for each time that it needs a result.
 */
export function openSharedTransaction({
  connection,
  asking,
  workspaceId,
  lockMs,
}: SharedTransactionOptions): SharedTransaction {
  const sent: Promise<unknown>[] = []
  const chainEnds = new Map<string, ChainPosition>()
  const written = createWrittenTables()
  const findRows = createKnownRows(written, (query) => workspaceId !== undefined && belongsTo(workspaceId, query))
  const recorded: RecordedChange[] = []
  let waiting: WaitingWrite[] = []
  /** How many writes of earlier changes wait. */
  let earlier = 0
  let isMarked = false
  let name: TransactionName | undefined
  let hasBegun = false
  /** The number of the change that runs. */
  let change = 0
  let failure: { readonly error: unknown } | undefined

  /** A statement without parameters must be a template, because Bun sends other ones only when no reply is due. */
  const send = <Row>(statement: Send<Row>): Promise<readonly Row[]> => {
    const sending = connection.run(statement)
    // Replies come in order, so the first error is the cause of all others.
    const settled = sending.then(ignore, (error) => {
      failure ??= { error }
    })
    sent.push(settled)
    return sending
  }
  const post = (statement: Send<unknown>): void => {
    send(statement).catch(ignore)
  }
  const ask = async <Row>(statement: Send<Row>): Promise<readonly Row[]> => {
    const rows = await send(statement).catch((error) => {
      throw failure?.error ?? error
    })
    if (failure !== undefined) throw failure.error
    return rows
  }
  /** Waits until everything has been executed. */
  const settle = async () => {
    await Promise.all(sent.splice(0))
    if (failure !== undefined) throw failure.error
  }
  const lockChain = async (id: string) => {
    const [row] = await ask(
      (on) => on<ChainRow[]>`select length, hash from event_chains where workspace_id = ${id} for update`,
    )
    if (row !== undefined) chainEnds.set(id, { length: Number(row.length), hash: row.hash })
  }
  const begin = async () => {
    // The isolation level is explicit, because a waiter must see what was committed during its wait.
    const begun = ask((on) => on`begin isolation level read committed`)
    const naming = send<TransactionName>(
      (on) => on`select pg_backend_pid() as pid, pg_current_xact_id()::text as xid,
        set_config('lock_timeout', ${String(lockMs)}, true)`,
    )
    naming.then(([row]) => {
      name = row
    }, ignore)
    if (workspaceId !== undefined) lockChain(workspaceId).catch(ignore)
    await begun
    hasBegun = true
  }
  const postAll = (writes: readonly WaitingWrite[]) => {
    for (const { sql, parameters } of writes) post((on) => on.unsafe(sql, [...parameters]))
  }
  /** Only a change that writes before its end needs a mark. */
  const postWaiting = (isWriting: boolean) => {
    postAll(waiting.slice(0, earlier))
    const own = waiting.slice(earlier)
    if (!isMarked && (isWriting || own.length > 0)) {
      post((on) => on`savepoint change`)
      isMarked = true
    }
    postAll(own)
    waiting = []
    earlier = 0
  }
  const read = async (query: CompiledQuery) => {
    const isWriting = query.query.kind !== "SelectQueryNode"
    const mayDependOnWrites = !isLookup(query) || written.affect(query)
    // If `begin` failed, a write that follows it would be stored on its own.
    if (!hasBegun && (isWriting || (mayDependOnWrites && waiting.length > 0))) {
      const own = change
      await begun
      if (own !== change) throw new Error("The change is over.")
    }
    if (mayDependOnWrites) postWaiting(isWriting)
    if (isWriting) written.addAll()
    return integersIn(await ask((on) => on.unsafe(query.sql, [...query.parameters])))
  }
  const run = async (query: CompiledQuery): Promise<readonly unknown[]> => {
    const rows = writtenRows(query)
    if (rows === undefined) return findRows(query, () => read(query))
    written.add(query)
    waiting.push(...rows.map((parameters) => ({ sql: query.sql, parameters, addsTo: addsTo(query) })))
    return []
  }
  /** Locks the chains of other workspaces. The waiting writes may create them. */
  const lockOtherChains = async () => {
    const ids = new Set(recorded.flatMap(({ events }) => events.map((event) => event.workspaceId)))
    const others = [...ids].filter((id) => !chainEnds.has(id))
    if (others.length > 0) postAll(waiting.splice(0))
    for (const id of others) await lockChain(id)
  }
  const appending = (): readonly TextStatement[] => {
    const events = recorded.flatMap((each) => each.events)
    if (events.length === 0) return []
    const staleIds = [...new Set(recorded.flatMap((each) => each.staleIds))]
    return appendStatements(appendEvents(events, chainEnds), staleIds)
  }
  const begun = begin()
  begun.catch(ignore)

  return {
    db: databaseOn(run),
    failure: () => failure,

    mark() {
      change += 1
      earlier = waiting.length
      isMarked = false
    },

    keep(own) {
      if (own !== undefined) recorded.push(own)
      if (isMarked) post((on) => on`release savepoint change`)
    },

    undo() {
      waiting.length = earlier
      if (!isMarked) return
      post((on) => on`rollback to savepoint change`)
      post((on) => on`release savepoint change`)
    },

    async commit(onSent) {
      await settle()
      await lockOtherChains()
      const writes = statementsOf(waiting)
      if (writes === undefined) postAll(waiting)
      await settle()
      if (name === undefined) throw new Error("The transaction has no name.")
      const committing = commit({ connection, name, pool: asking, last: [...(writes ?? []), ...appending()] })
      onSent()
      await committing
      connection.release()
    },

    async rollBack() {
      await settle().catch(ignore)
      await rollback(connection).catch(ignore)
      connection.release()
    },
  }
}

/** Tables whose rows change only under the lock of their workspace. The time of the last use is for display. */
const lockedTables = new Set(["workspaces", "root_keys", "root_key_usage", "apis", "identities", "quota_bounds"])

/** Whether a lookup finds only rows of this workspace, which no other transaction changes while it is locked. */
function belongsTo(workspaceId: string, { parameters, readTables }: Lookup): boolean {
  return parameters.includes(workspaceId) && readTables.isSubsetOf(lockedTables)
}

function ignore() {}
