import { chmodSync, closeSync, openSync } from "node:fs"
import { type CompiledQuery, type Kysely, sql } from "kysely"
import type { OnDamage } from "../port/damage.ts"
import type { Engine, SourceDatabase } from "../sql/engine.ts"
import type { SqlDialect } from "../sql/schema/dialect.ts"
import type { Schema } from "../sql/schema/schema.ts"
import { createCheckpoints } from "./checkpoints.ts"
import { databaseOver, statementsOn } from "./database.ts"
import { execute as executeHere, openFile, requireInPlace, waitingPages } from "./file.ts"
import type { Access, Step } from "./protocol.ts"
import { rebuild } from "./rebuild.ts"
import { resultsOf, startThread, type ThreadClient } from "./thread-client.ts"
import { createThreadPool } from "./thread-pool.ts"
import { createWriter } from "./writer.ts"

interface SqliteOptions {
  readonly isBulk?: boolean
  readonly onDamage?: OnDamage | undefined
}

/** With two, a workspace that keeps one of them busy delays no other workspace. */
const usageThreads = 2

/** The embedded store. Writes, lists and usage have their own threads; lookups by key take microseconds and run on the serving thread. */
export function openSqlite(path: string, { isBulk = false, onDamage }: SqliteOptions = {}): Engine {
  makePrivate(path)
  const file = openFile(path, "write")
  const start = (access: Access) => startThread({ path, access }, onDamage)
  const writer = start(isBulk ? "write in bulk" : "write")
  const reader = start("read")
  const usageReader = createThreadPool(() => start("read"), usageThreads)
  const runHere = (steps: readonly Step[]) => resultsOf(executeHere(file, { steps }), onDamage)
  const here = async (steps: readonly Step[]) => runHere(steps)
  const lookUp = ({ sql: text, parameters }: CompiledQuery, given = parameters) => {
    const [rows] = runHere([{ type: "query", sql: text, parameters: given }])
    return rows ?? []
  }
  const checkpoints = createCheckpoints({
    waitingPages: () => waitingPages(file),
    startThread: () => start("write"),
  })
  const execute = async (steps: readonly Step[]) => {
    const results = await writer.execute(steps)
    // An import changes many pages again, so moving them early would be for nothing.
    if (!isBulk && steps.at(-1)?.type === "commit") checkpoints.runIfDue()
    return results
  }
  const changes = createWriter({ thread: { execute }, lookUp, read: statementsOn(reader.execute) })
  return {
    name: "sqlite",
    dialect,
    reader: databaseOver(reader.execute),
    usageReader: databaseOver(usageReader.execute),
    usageReadsAtOnce: usageThreads,
    pointReader: databaseOver(here),
    transaction: changes.transaction,
    acquireWriteLock: changes.acquireWriteLock,
    changeSchema: (work) => changes.alone(() => rebuild(writer, work)),
    write: changes.write,
    snapshot: (work) => readAtOneMoment(start("read"), work),
    lookUp: async <Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]) =>
      lookUp(query, parameters) as readonly Row[],
    spend: changes.spend,
    requireUsable: async () => requireInPlace(file),
    // A transaction starts with the write lock of the whole file, so no other lock is needed.
    lockSchema: async () => {},
    lockBalances: async () => {},
    nodes: undefined,
    async close() {
      // Of two that close at the same moment, neither is the last one, which removes the files beside the database. The
      // connection of this thread does not do it either, if it has never read.
      await reader.close()
      await usageReader.close()
      await writer.close()
      await checkpoints.close()
      file.connection.close()
    },
  }
}

/** Opens a file that no process writes, such as a backup, without changing it. */
export function openSqliteCopy(path: string): SourceDatabase {
  const thread = startThread({ path, access: "inspect" })
  return { name: "sqlite", reader: databaseOver(thread.execute), close: thread.close }
}

/** Uses its own connection, so that no writer waits. The write-ahead log grows until the snapshot ends. */
async function readAtOneMoment<T>(thread: ThreadClient, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  try {
    await thread.execute([{ type: "query", sql: "begin", parameters: [] }])
    return await work(databaseOver(thread.execute))
  } finally {
    await thread.close()
  }
}

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
