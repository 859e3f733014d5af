import { SQLiteError, Database as SqliteFile } from "bun:sqlite"
import { chmodSync, closeSync, openSync } from "node:fs"
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely"
import type { Engine } from "./sql/engine.ts"
import type { Vocabulary } from "./sql/migrations/migration.ts"
import type { Schema } from "./sql/schema.ts"
import { StorageUnavailable } from "./unavailable.ts"

/** The embedded store: one file, one writer at a time, readers that never wait for it. */
export function openSqlite(path: string): Engine {
  makePrivate(path)
  const writer = openFile(path)
  const reader = openFile(path)
  const writing = databaseOver(new SqliteDriver(writer))
  return {
    name: "sqlite",
    words,
    reader: databaseOver(new SqliteDriver(reader)),
    transaction: (work) => writing.transaction().execute(work),
    // A transaction begins with the write lock of the whole file, so there is nothing left to lock.
    lockSchema: async () => {},
    lockWorkspace: async () => {},
    lockCredits: async () => {},
    lockHashes: async () => {},
    lockEvents: async () => {},
    async close() {
      reader.close()
      writer.close()
    },
  }
}

/** Before SQLite opens it: the files that it puts beside it get the mode of this one. */
function makePrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600))
  chmodSync(path, 0o600)
}

const words: Vocabulary = {
  text: "text",
  integer: "integer",
  sequence: "integer primary key autoincrement",
  jsonArray: "json_group_array",
  jsonObject: "json_object",
  table: (name, columns) => `create table ${name} (${columns}) strict`,
}

function openFile(path: string): SqliteFile {
  const file = new SqliteFile(path, { create: true, readwrite: true, strict: true })
  file.run("pragma busy_timeout = 5000")
  file.run("pragma journal_mode = wal")
  file.run("pragma synchronous = full")
  file.run("pragma foreign_keys = on")
  return file
}

function databaseOver(driver: SqliteDriver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** Transactions on one connection must not interleave at their awaits, so they queue for it. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  #lastInLine: Promise<void> = Promise.resolve()
  #leave = () => {}

  constructor(file: SqliteFile) {
    this.#connection = new SqliteConnection(file)
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lastInLine
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastInLine = promise
    await before
    this.#leave = resolve
    return this.#connection
  }

  async beginTransaction() {
    this.#connection.run("begin immediate")
  }

  async commitTransaction() {
    this.#connection.run("commit")
  }

  async rollbackTransaction() {
    // SQLite has already rolled back by itself after some errors, a full disk among them.
    if (this.#connection.inTransaction) this.#connection.run("rollback")
  }

  async releaseConnection() {
    this.#leave()
  }

  async destroy() {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    this.#file = file
  }

  get inTransaction(): boolean {
    return this.#file.inTransaction
  }

  run(sql: string) {
    translatingErrors(() => this.#file.run(sql))
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    return translatingErrors(() => {
      const statement = this.#file.query<R, never[]>(sql)
      const bindings = parameters as never[]
      const givesRows = query.kind === "SelectQueryNode" || query.kind === "RawNode" || "returning" in query
      if (givesRows) return { rows: statement.all(...bindings) }
      return { rows: [], numAffectedRows: BigInt(statement.run(...bindings).changes) }
    })
  }

  // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported.")
  }
}

const unavailableCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|NOMEM|PROTOCOL)/

function translatingErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof SQLiteError && unavailableCodes.test(error.code ?? "")) throw new StorageUnavailable(error)
    throw error
  }
}
