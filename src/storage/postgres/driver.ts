import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely"
import { integersIn } from "../sql/schema/schema.ts"
import { commit, ownName, readCommitted, rollback } from "./commit.ts"
import type { TransactionName } from "./commit-outcome.ts"
import type { Pool, ReservedConnection } from "./pool.ts"

/** Single statements share the pipelined connections of the pool; a transaction reserves one. */
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

interface OpenTransaction {
  readonly connection: ReservedConnection
  readonly name: TransactionName
}

class PostgresConnection implements DatabaseConnection {
  readonly #pool: Pool
  #reserved: ReservedConnection | undefined
  #running: OpenTransaction | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async begin() {
    const connection = await this.#pool.reserve()
    this.#reserved = connection
    const text = `${readCommitted}; select ${ownName}; set local lock_timeout = ${connection.lockMs}`
    const [, [name]] = await connection.run((on) =>
      on.unsafe<readonly [unknown, readonly [TransactionName], unknown]>(text),
    )
    this.#running = { connection, name }
  }

  async commit() {
    if (this.#running !== undefined) await commit({ ...this.#running, pool: this.#pool })
  }

  async rollback() {
    if (this.#running !== undefined) await rollback(this.#running.connection)
  }

  release() {
    this.#reserved?.release()
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await (this.#reserved ?? this.#pool).run((connection) => connection.unsafe(text, [...parameters]))
    return { rows: integersIn(result) as R[] }
  }

  // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported.")
  }
}
