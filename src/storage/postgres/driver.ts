import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely"
import { integerColumns } from "../sql/schema.ts"
import { StorageUnavailable } from "../unavailable.ts"
import type { Pool, ReservedConnection } from "./pool.ts"
import { type TransactionName, wasCommitted } from "./was-committed.ts"

/** Single statements share the pool's pipelined connections; only a transaction reserves one of its own. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init() {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pool)
  }

  async beginTransaction(connection: PostgresConnection) {
    await connection.begin()
  }

  async commitTransaction(connection: PostgresConnection) {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection) {
    await connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection) {
    connection.release()
  }

  async destroy() {}
}

// Whatever the server's default is: who has waited for a lock has to see what was committed meanwhile.
const beginning = `begin isolation level read committed;
  select pg_backend_pid() as pid, pg_current_xact_id()::text as xid`

class PostgresConnection implements DatabaseConnection {
  readonly #pool: Pool
  #reserved: ReservedConnection | undefined
  #transaction: TransactionName | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async begin() {
    this.#reserved = await this.#pool.reserve()
    const [, named] = await this.#ask<readonly [unknown, readonly TransactionName[]]>(beginning)
    this.#transaction = named[0]
  }

  /** A server that is lost between a commit and its answer is asked afterwards, so that 503 means what it says. */
  async commit() {
    try {
      await this.#commit()
    } catch (error) {
      const inDoubt = error instanceof StorageUnavailable ? this.#transaction : undefined
      if (inDoubt === undefined || !(await wasCommitted(this.#pool, inDoubt))) throw error
    }
  }

  /** After a failed statement the server answers a commit by rolling back, without calling it an error. */
  async #commit() {
    const { command } = await this.#ask<{ readonly command: string }>("commit")
    if (command !== "COMMIT") throw new Error("The transaction was rolled back, because one of its statements failed.")
  }

  /** A connection that was lost has no transaction left to roll back. */
  async rollback() {
    await this.#ask("rollback").catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error
    })
  }

  release() {
    this.#reserved?.release()
  }

  #ask<Result>(text: string): Promise<Result> {
    return (this.#reserved ?? this.#pool).ask((connection) => connection.unsafe<Result>(text))
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await (this.#reserved ?? this.#pool).ask((connection) => connection.unsafe(text, [...parameters]))
    return { rows: result.map(withNumbers), numAffectedRows: BigInt(result.count ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported.")
  }
}

function withNumbers<R>(row: Record<string, unknown>): R {
  for (const column in row) {
    const value = row[column]
    if (typeof value === "string" && integerColumns.has(column)) row[column] = Number(value)
  }
  return row as R
}
