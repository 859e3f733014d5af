import { chmodSync, closeSync, existsSync, openSync } from "node:fs"
import { DummyDriver, Kysely, type RawBuilder, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely"
import type { OnDamage } from "../port/damage.ts"
import type { VerificationLog } from "../port/verification-log.ts"
import { startThread } from "../sqlite/thread-client.ts"
import { deleteOldest } from "./delete-oldest.ts"
import { listInSteps } from "./list-in-steps.ts"
import { columnNames, type LogRow, tableText, toRow } from "./log-statements.ts"

/** Only compiles statements; the threads run them. */
const compiling = new Kysely<object>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** The log in a file of its own, so that its size never slows the database down, and deleting it loses nothing else. */
export function openSqliteLog(path: string, bytesAtMost: number, onDamage?: OnDamage): VerificationLog {
  const plain = (sql: string) => ({ type: "query", sql, parameters: [] }) as const
  const types = { text: "text", integer: "integer" }
  // Threads start with the first use, because a server that logs nothing needs none.
  const writer = once(async () => {
    closeSync(openSync(path, "a", 0o600))
    chmodSync(path, 0o600)
    const thread = startThread({ path, access: "write" }, onDamage)
    try {
      await thread.execute([
        // A power loss may cost the last rows, which saves a disk write for every second of the log.
        plain("pragma synchronous = normal"),
        plain(`create table if not exists verification_log (${tableText(types)}) strict, without rowid`),
      ])
      return thread
    } catch (error) {
      await thread.close()
      throw error
    }
  })
  const reader = once(async () => {
    await writer.get()
    return startThread({ path, access: "read" }, onDamage)
  })
  const read = async <Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> => {
    const { sql, parameters } = statement.compile(compiling)
    const [rows] = await (await reader.get()).execute([{ type: "query", sql, parameters }])
    return (rows ?? []) as readonly Row[]
  }
  const run = async (sql: string, parameters: readonly unknown[]) =>
    (await writer.get()).execute([{ type: "query", sql, parameters }])
  /** Free pages are used again, so the file does not grow while old rows make room for new ones. */
  const deleteExcess = async () => {
    if (!existsSync(path)) return false
    const [size] = await run(
      `select (page_count - freelist_count) * page_size as bytes
       from pragma_page_count, pragma_freelist_count, pragma_page_size`,
      [],
    )
    const bytes = (size as readonly { readonly bytes: number }[] | null)?.[0]?.bytes ?? 0
    return bytes > bytesAtMost && deleteOldest(run)
  }
  return {
    async append(rows) {
      const placeholders = columnNames.map(() => "?").join(", ")
      const values = rows.map(toRow).map((row) => columnNames.map((name) => row[name as keyof LogRow]))
      await (await writer.get()).execute([
        { type: "begin" },
        {
          type: "write",
          sql: `insert or ignore into verification_log (${columnNames.join(", ")}) values (${placeholders})`,
          rows: values,
        },
        { type: "commit" },
      ])
      while (await deleteExcess());
    },
    list: (query) => listInSteps("sqlite", query, read),
    async deleteOld(before) {
      if (!existsSync(path)) return false
      return deleteOldest(run, before)
    },
    deleteExcess,
    async close() {
      for (const { started } of [reader, writer]) await (await started())?.close()
    },
  }
}

/** Starts something at its first use, and again after a failure. */
function once<Started>(start: () => Promise<Started>) {
  let starting: Promise<Started> | undefined
  return {
    get(): Promise<Started> {
      starting ??= start().catch((error) => {
        starting = undefined
        throw error
      })
      return starting
    },
    started: async (): Promise<Started | undefined> => starting?.catch(() => undefined),
  }
}
