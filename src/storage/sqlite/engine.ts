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
import { answer, openFile, requireInPlace } from "./file.ts"
import type { Question, Reply } from "./protocol.ts"
import { errorOf, startThread } from "./thread-client.ts"

/**
 * The embedded store: one file with three connections. Writes wait for the disk and lists may take long, so each of
 * the two has a thread; what a request looks up by key takes microseconds and stays on the thread that serves it.
 */
export function openSqlite(path: string): Engine {
  makePrivate(path)
  const file = openFile(path, "write")
  const writer = startThread({ path, access: "write" })
  const reader = startThread({ path, access: "read" })
  const here = async (question: Question) => {
    const result = answer(file, question)
    if (result.type === "failure") throw errorOf(result)
    return result
  }
  const queue = createFairQueue({ maxRunning: 1, maxRunningPerLane: 1, maxWaitMs })
  const writing = databaseOver(new SqliteDriver(writer.ask))
  const rebuilding = databaseOver(new RebuildingDriver(writer.ask))
  // Statements of a transaction must not mix with others on its connection, so whoever has the turn keeps it.
  const inTurn = async <T>(lane: string, work: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(lane)
    return work().finally(leave)
  }
  return {
    name: "sqlite",
    dialect,
    reader: databaseOver(new SqliteDriver(reader.ask)),
    pointReader: databaseOver(new SqliteDriver(here)),
    transaction: (work, lane = systemLane) => inTurn(lane, () => writing.transaction().execute(work)),
    changeSchema: (work) =>
      inTurn(systemLane, () =>
        rebuilding.transaction().execute(async (db) => {
          const before = await schemaVersion(db)
          const result = await work(db)
          // It reads every row, which a start that changes nothing can do without.
          if ((await schemaVersion(db)) !== before) await requireIntactReferences(db)
          return result
        }),
      ),
    async write(statements) {
      const compiled = statements.map((statement) => statement.compile(writing))
      const texts = compiled.map(({ sql: text, parameters }) => ({ sql: text, parameters }))
      await inTurn(systemLane, () => writer.ask({ type: "write", statements: texts }))
    },
    snapshot: (work) => readAtOneMoment(path, work),
    async lookUp<Row>({ sql: text }: CompiledQuery<Row>, parameters: readonly unknown[]) {
      const result = answer(file, { type: "query", sql: text, parameters, givesRows: true })
      if (result.type === "failure") throw errorOf(result)
      return result.type === "rows" ? (result.rows as Row[]) : []
    },
    async spend(spends) {
      const result = await inTurn(urgentLane, () => writer.ask({ type: "spend", spends }))
      return result.type === "spends" ? result.spends : []
    },
    requireUsable: async () => requireInPlace(file),
    // A transaction begins with the write lock of the whole file, so there is nothing left to lock.
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

/** A copy that nobody writes, a backup for example; reading leaves it as it is. */
export function openSqliteCopy(path: string): SourceDatabase {
  const thread = startThread({ path, access: "look" })
  return { name: "sqlite", reader: databaseOver(new SqliteDriver(thread.ask)), close: thread.close }
}

/** On a connection of its own: the log that others write grows meanwhile, and nobody waits. */
async function readAtOneMoment<T>(path: string, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const thread = startThread({ path, access: "read" })
  try {
    await thread.ask({ type: "query", sql: "begin", parameters: [], givesRows: false })
    return await work(databaseOver(new SqliteDriver(thread.ask)))
  } finally {
    await thread.close()
  }
}

/** Work that is nobody's in particular. */
const systemLane = "system"

/** As long as a connection waits for the lock of another program. */
const maxWaitMs = 5_000

/** Before SQLite opens it: the files that it puts beside it get the mode of this one. */
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
  takeTurns: () => [],
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

/** Kysely would queue callers by itself, in the order they come and with no end to waiting. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

type Ask = (question: Question) => Promise<Reply>

class SqliteDriver implements Driver {
  readonly #ask: Ask
  readonly #connection: DatabaseConnection

  constructor(ask: Ask) {
    this.#ask = ask
    this.#connection = connectionOver(ask)
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction() {
    await this.#ask({ type: "begin" })
  }

  async commitTransaction() {
    await this.#ask({ type: "commit" })
  }

  async rollbackTransaction() {
    await this.#ask({ type: "rollback" })
  }

  async releaseConnection() {}

  async destroy() {}
}

/** While a table is rebuilt the rows that refer to it must stay, so references are checked at the end and not enforced. */
class RebuildingDriver extends SqliteDriver {
  readonly #setForeignKeys: (state: "on" | "off") => Promise<unknown>

  constructor(ask: Ask) {
    super(ask)
    const pragma = (state: string) => ({ sql: `pragma foreign_keys = ${state}`, parameters: [], givesRows: false })
    this.#setForeignKeys = (state) => ask({ type: "query", ...pragma(state) })
  }

  override async beginTransaction() {
    // SQLite ignores it once a transaction has begun.
    await this.#setForeignKeys("off")
    await super.beginTransaction()
  }

  override async releaseConnection() {
    await this.#setForeignKeys("on").finally(() => super.releaseConnection())
  }
}

/** Another number after every change of the schema. */
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

function connectionOver(ask: Ask): DatabaseConnection {
  return {
    async executeQuery<R>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const givesRows = query.kind === "SelectQueryNode" || query.kind === "RawNode" || "returning" in query
      const result = await ask({ type: "query", sql: text, parameters, givesRows })
      if (result.type === "rows") return { rows: result.rows as R[] }
      return { rows: [], numAffectedRows: BigInt(result.type === "changes" ? result.count : 0) }
    },
    // biome-ignore lint/correctness/useYield: Keyward reads in pages and never streams.
    async *streamQuery() {
      throw new Error("Streaming is not supported.")
    },
  }
}
