import { type ReservedSQL, SQL } from "bun"
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely"
import { spendInOrder } from "./sql/credits.ts"
import type { Engine } from "./sql/engine.ts"
import type { Vocabulary } from "./sql/migrations/migration.ts"
import { integerColumns, type Schema } from "./sql/schema.ts"
import { StorageUnavailable } from "./unavailable.ts"

/** Numbers of advisory locks; any that nobody else in this database uses. */
const schemaLock = 7_521_001
const eventsLock = 7_521_002
const hashesLock = 7_521_003

/** Nothing waits for long: a statement that the server cannot finish in time ends with an error, and with 503. */
const session = {
  application_name: "keyward",
  statement_timeout: "10000",
  lock_timeout: "8000",
  idle_in_transaction_session_timeout: "15000",
}

/** The store of an installation that has outgrown one machine. */
export function openPostgres(url: string): Engine {
  const options = { connectionTimeout: 5, idleTimeout: 0, connection: session }
  // Apart, so that no number of writers waiting for each other keeps a reader waiting.
  const readers = new SQL(url, { ...options, max: 10 })
  // Bun keeps a named statement per pattern of nulls and sizes of numbers, and never lets go of one: with rows inserted
  // by the hundred there would be no end to them.
  const writers = new SQL(url, { ...options, max: 20, prepare: false })
  const reading = databaseOver(readers)
  const writing = databaseOver(writers)
  return {
    name: "postgres",
    words,
    reader: reading,
    pointReader: reading,
    transaction: (work) => writing.transaction().execute(work),
    spend: (spends) => reading.transaction().execute((db) => spendInOrder(db, spends)),
    async lockSchema(db) {
      await sql`select pg_advisory_xact_lock(${sql.lit(schemaLock)})`.execute(db)
    },
    async lockWorkspace(db, workspaceId) {
      await db.selectFrom("event_chains").select("length").where("workspace_id", "=", workspaceId).forUpdate().execute()
    },
    async lockCredits(db, keyId) {
      await db.selectFrom("key_credits").select("remaining").where("key_id", "=", keyId).forUpdate().execute()
    },
    async lockHashes(db) {
      await sql`select pg_advisory_xact_lock(${sql.lit(hashesLock)})`.execute(db)
    },
    async lockEvents(db) {
      await sql`select pg_advisory_xact_lock(${sql.lit(eventsLock)})`.execute(db)
    },
    async close() {
      await Promise.all([readers.close({ timeout: 5 }), writers.close({ timeout: 5 })])
    },
  }
}

const words: Vocabulary = {
  text: `text collate "C"`,
  integer: "bigint",
  sequence: "bigint generated always as identity primary key",
  jsonArray: "json_agg",
  jsonObject: "json_build_object",
  jsonRows(json, columns) {
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type === "text" ? "text" : "bigint"}`)
    return sql`(select * from json_to_recordset(cast(cast(${json} as text) as json)) as given(${sql.raw(typed.join(", "))}))`
  },
  table: (name, columns) => `create table ${name} (${columns})`,
}

function databaseOver(pool: SQL): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** Single statements share the pool's pipelined connections; only a transaction reserves one of its own. */
class PostgresDriver implements Driver {
  readonly #pool: SQL

  constructor(pool: SQL) {
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

class PostgresConnection implements DatabaseConnection {
  readonly #pool: SQL
  #reserved: ReservedSQL | undefined

  constructor(pool: SQL) {
    this.#pool = pool
  }

  async begin() {
    this.#reserved = await translatingErrors(() => this.#pool.reserve())
    // Whatever the server's default is: who has waited for a lock has to see what was committed meanwhile.
    await this.run("begin isolation level read committed")
  }

  /** After a failed statement the server answers a commit by rolling back, without calling it an error. */
  async commit() {
    const { command } = await this.run("commit")
    if (command !== "COMMIT") throw new Error("The transaction was rolled back, because one of its statements failed.")
  }

  /** A connection that was lost has no transaction left to roll back. */
  async rollback() {
    await this.run("rollback").catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error
    })
  }

  release() {
    this.#reserved?.release()
  }

  async run(text: string): Promise<{ readonly command: string }> {
    return translatingErrors(() => (this.#reserved ?? this.#pool).unsafe(text))
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await translatingErrors(() => (this.#reserved ?? this.#pool).unsafe(text, [...parameters]))
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

/**
 * Connection trouble (08), no access (28), no such database (3D), conflicts (40), resources (53), intervention (57), lock
 * not had (55P03), read-only (25006).
 */
const unavailableStates = /^(08|28|3D|40|53|57)|^(55P03|25006)$/

async function translatingErrors<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnavailable(error)) throw new StorageUnavailable(error)
    throw error
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof SQL.SQLError)) return true
  if (error instanceof SQL.PostgresError) return unavailableStates.test(error.errno ?? "") || error.errno === undefined
  return true
}
