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
  sql,
} from "kysely"
import { createFairQueue, urgentLane } from "../fair-queue.ts"
import type { SqlDialect } from "../sql/dialect.ts"
import type { Engine, SourceDatabase } from "../sql/engine.ts"
import type { Schema } from "../sql/schema.ts"
import { execute, openFile, requireInPlace } from "./file.ts"
import type { DatabaseRequest, DatabaseResult } from "./protocol.ts"
import { errorOf, startThread } from "./thread-client.ts"

/** The embedded store. Writes and lists have their own threads; lookups by key take microseconds and run on the serving thread. */
export function openSqlite(path: string): Engine {
  makePrivate(path)
  const file = openFile(path, "write")
  const writer = startThread({ path, access: "write" })
  const reader = startThread({ path, access: "read" })
  const here = async (request: DatabaseRequest) => {
    const result = execute(file, request)
    if (result.type === "failure") throw errorOf(result)
    return result
  }
  const queue = createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs })
  const writing = databaseOver(new SqliteDriver(writer.execute))
  const rebuilding = databaseOver(new RebuildingDriver(writer.execute))
  // A transaction occupies its connection until it ends, so that statements do not mix.
  const inTurn = async <T>(lane: string, work: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(lane)
    return work().finally(leave)
  }
  return {
    name: "sqlite",
    dialect,
    reader: databaseOver(new SqliteDriver(reader.execute)),
    pointReader: databaseOver(new SqliteDriver(here)),
    transaction: (work, lane = systemLane) => inTurn(lane, () => writing.transaction().execute(work)),
    changeSchema: (work) =>
      inTurn(systemLane, () =>
        rebuilding.transaction().execute(async (db) => {
          const before = await schemaVersion(db)
          const result = await work(db)
          // The check reads every row, so a start without migrations skips it.
          if ((await schemaVersion(db)) !== before) await requireIntactReferences(db)
          return result
        }),
      ),
    async write(statements) {
      const compiled = statements.map((statement) => statement.compile(writing))
      const texts = compiled.map(({ sql: text, parameters }) => ({ sql: text, parameters }))
      await inTurn(systemLane, () => writer.execute({ type: "write", statements: texts }))
    },
    snapshot: (work) => readAtOneMoment(path, work),
    async lookUp<Row>({ sql: text }: CompiledQuery<Row>, parameters: readonly unknown[]) {
      const result = execute(file, { type: "query", sql: text, parameters, givesRows: true })
      if (result.type === "failure") throw errorOf(result)
      return result.type === "rows" ? (result.rows as Row[]) : []
    },
    async spend(spends) {
      const result = await inTurn(urgentLane, () => writer.execute({ type: "spend", spends }))
      return result.type === "spends" ? result.spends : []
    },
    requireUsable: async () => requireInPlace(file),
    // A transaction starts with the write lock of the whole file, so no other lock is needed.
    lockSchema: async () => {},
    lockWorkspace: async () => {},
    lockBalances: async () => {},
    lockEvents: async () => {},
    announce: async () => {},
    nodes: undefined,
    async close() {
      await Promise.all([reader.close(), writer.close()])
      file.connection.close()
    },
  }
}

/** Opens a file that no process writes, such as a backup, without changing it. */
export function openSqliteCopy(path: string): SourceDatabase {
  const thread = startThread({ path, access: "inspect" })
  return { name: "sqlite", reader: databaseOver(new SqliteDriver(thread.execute)), close: thread.close }
}

/** Uses its own connection, so that no writer waits. The write-ahead log grows until the snapshot ends. */
async function readAtOneMoment<T>(path: string, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const thread = startThread({ path, access: "read" })
  try {
    await thread.execute({ type: "query", sql: "begin", parameters: [], givesRows: false })
    return await work(databaseOver(new SqliteDriver(thread.execute)))
  } finally {
    await thread.close()
  }
}

/** The lane for work that belongs to no workspace. */
const systemLane = "system"

/** Equals the time that a connection waits for the lock of another program. */
const maxWaitMs = 5_000

/** Sets the mode before SQLite opens the file, because SQLite gives its other files the same mode. */
function makePrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600))
  chmodSync(path, 0o600)
}

const dialect: SqlDialect = {
  engine: "sqlite",
  text: "text",
  integer: "integer",
  sequence: "integer primary key autoincrement",
  jsonArray: "json_group_array",
  jsonObject: "json_object",
  jsonRows(json, columns) {
    const members = Object.keys(columns).map((name) => `json_extract(value, '$.${name}') as ${name}`)
    return sql`(select ${sql.raw(members.join(", "))} from json_each(${json}))`
  },
  lockNames: () => [],
  table: (name, columns) => `create table ${name} (${columns}) strict`,
}

function databaseOver(driver: SqliteDriver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PatientAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** Kysely has its own mutex, without order by workspace and without a time limit. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

type Execute = (request: DatabaseRequest) => Promise<DatabaseResult>

class SqliteDriver implements Driver {
  readonly #execute: Execute
  readonly #connection: DatabaseConnection

  constructor(execute: Execute) {
    this.#execute = execute
    this.#connection = connectionOver(execute)
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction() {
    await this.#execute({ type: "begin" })
  }

  async commitTransaction() {
    await this.#execute({ type: "commit" })
  }

  async rollbackTransaction() {
    await this.#execute({ type: "rollback" })
  }

  async releaseConnection() {}

  async destroy() {}
}

/** A rebuilt table is referenced by other rows, so foreign keys are checked at the end instead. */
class RebuildingDriver extends SqliteDriver {
  readonly #setForeignKeys: (state: "on" | "off") => Promise<unknown>

  constructor(execute: Execute) {
    super(execute)
    const pragma = (state: string) => ({ sql: `pragma foreign_keys = ${state}`, parameters: [], givesRows: false })
    this.#setForeignKeys = (state) => execute({ type: "query", ...pragma(state) })
  }

  override async beginTransaction() {
    // SQLite ignores this pragma inside a transaction.
    await this.#setForeignKeys("off")
    await super.beginTransaction()
  }

  override async releaseConnection() {
    await this.#setForeignKeys("on").finally(() => super.releaseConnection())
  }
}

/** Changes with every change of the schema. */
async function schemaVersion(db: Kysely<Schema>): Promise<number | undefined> {
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db)
  return rows[0]?.schema_version
}

async function requireIntactReferences(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  const [broken] = rows
  if (broken === undefined) return
  throw new Error(`A row of ${broken.table} refers to a row of ${broken.parent} that does not exist.`)
}

function connectionOver(execute: Execute): DatabaseConnection {
  return {
    async executeQuery<R>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const givesRows = query.kind === "SelectQueryNode" || query.kind === "RawNode" || "returning" in query
      const result = await execute({ type: "query", sql: text, parameters, givesRows })
      if (result.type === "rows") return { rows: result.rows as R[] }
      return { rows: [], numAffectedRows: BigInt(result.type === "changes" ? result.count : 0) }
    },
    // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported.")
    },
  }
}
