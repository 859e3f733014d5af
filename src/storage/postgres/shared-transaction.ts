import type { SQL } from "bun"
import type { CompiledQuery } from "kysely"
import type { ChainPosition } from "../../core/event-chain.ts"
import type { SharedTransaction } from "../sql/change-group.ts"
import { integersIn } from "../sql/schema.ts"
import { writtenRows } from "../sql/write-query.ts"
import { appendStatements } from "./append-statements.ts"
import { commit, rollback } from "./commit.ts"
import type { TransactionName } from "./commit-outcome.ts"
import { databaseOn } from "./database.ts"
import type { Pool, ReservedConnection } from "./pool.ts"

interface Opening {
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
 * A transaction on a reserved connection. Statements are sent without waiting for the ones before them, so a change takes
 * one round trip for each time that it needs a result.
 */
export function openSharedTransaction({ connection, asking, workspaceId, lockMs }: Opening): SharedTransaction {
  const sent: Promise<unknown>[] = []
  const chainEnds = new Map<string, ChainPosition>()
  /** Chains that the present change has locked. Undoing it unlocks them. */
  const lockedByChange = new Set<string>()
  let name: TransactionName | undefined
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
  const lockChain = (id: string) => (on: SQL) =>
    on<ChainRow[]>`select length, hash from event_chains where workspace_id = ${id} for update`
  const noteChainEnd = (id: string, [row]: readonly ChainRow[]) => {
    if (row !== undefined) chainEnds.set(id, { length: Number(row.length), hash: row.hash })
  }
  const begin = () => {
    // The isolation level is explicit, because a waiter must see what was committed during its wait.
    post((on) => on`begin isolation level read committed`)
    const naming = send<TransactionName>(
      (on) => on`select pg_backend_pid() as pid, pg_current_xact_id()::text as xid,
        set_config('lock_timeout', ${String(lockMs)}, true)`,
    )
    naming.then(([row]) => {
      name = row
    }, ignore)
    if (workspaceId === undefined) return
    send(lockChain(workspaceId)).then((rows) => noteChainEnd(workspaceId, rows), ignore)
  }
  const run = async ({ sql, parameters, ...query }: CompiledQuery): Promise<readonly unknown[]> => {
    const rows = writtenRows({ ...query, sql, parameters })
    for (const row of rows ?? []) post((on) => on.unsafe(sql, [...row]))
    return rows === undefined ? integersIn(await ask((on) => on.unsafe(sql, [...parameters]))) : []
  }
  begin()

  return {
    db: databaseOn(run),

    mark() {
      lockedByChange.clear()
      post((on) => on`savepoint change`)
    },

    async findChainEnd(id) {
      const known = chainEnds.get(id)
      if (known !== undefined) return known
      noteChainEnd(id, await ask(lockChain(id)))
      lockedByChange.add(id)
      const end = chainEnds.get(id)
      if (end === undefined) throw new Error(`The workspace ${id} does not exist.`)
      return end
    },

    async keep() {
      post((on) => on`release savepoint change`)
      await settle()
    },

    async undo() {
      await settle().catch(ignore)
      failure = undefined
      for (const id of lockedByChange) chainEnds.delete(id)
      await connection.run((on) => on.unsafe("rollback to savepoint change; release savepoint change"))
    },

    async commit(appended, onSent) {
      await settle()
      if (name === undefined) throw new Error("The transaction has no name.")
      const last = appended === undefined ? "" : appendStatements(appended)
      const committing = commit({ connection, name, pool: asking, last })
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

function ignore() {}
