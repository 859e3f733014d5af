import { chmodSync, closeSync, existsSync, openSync } from "node:fs"
import { DummyDriver, Kysely, type RawBuilder, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely"
import type { VerificationLog } from "../port/verification-log.ts"
import { startThread } from "../sqlite/thread-client.ts"
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

const rowsPerDeletion = 1_000

/** The log in a file of its own, so that its size never slows the database down, and deleting it loses nothing else. */
export function openSqliteLog(path: string): VerificationLog {
  const plain = (sql: string) => ({ type: "query", sql, parameters: [] }) as const
  const types = { text: "text", integer: "integer" }
  // Threads start with the first use, because a server that logs nothing needs none.
  const writer = once(async () => {
    closeSync(openSync(path, "a", 0o600))
    chmodSync(path, 0o600)
    const thread = startThread({ path, access: "write" })
    await thread.execute([
      // A power loss may cost the last rows, which saves a disk write for every second of the log.
      plain("pragma synchronous = normal"),
      plain(`create table if not exists verification_log (${tableText(types)}) strict, without rowid`),
    ])
    return thread
  })
  const reader = once(async () => {
    await writer.get()
    return startThread({ path, access: "read" })
  })
  const read = async <Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> => {
    const { sql, parameters } = statement.compile(compiling)
    const [rows] = await (await reader.get()).execute([{ type: "query", sql, parameters }])
    return (rows ?? []) as readonly Row[]
  }
  const run = async (sql: string, parameters: readonly unknown[]) =>
    (await writer.get()).execute([{ type: "query", sql, parameters }])
  return {
    async append(rows) {
      const placeholders = columnNames.map(() => "?").join(", ")
      const values = rows.map((row) => columnNames.map((name) => toRow(row)[name as keyof LogRow]))
      await (await writer.get()).execute([
        { type: "begin" },
        {
          type: "write",
          sql: `insert or ignore into verification_log (${columnNames.join(", ")}) values (${placeholders})`,
          rows: values,
        },
        { type: "commit" },
      ])
    },
    list: (query) => listInSteps("sqlite", query, read),
    async deleteOld(before) {
      if (!existsSync(path)) return false
      let workspace = ""
      for (;;) {
        const [next] = await run("select min(workspace_id) as id from verification_log where workspace_id > ?", [
          workspace,
        ])
        const id = (next as readonly { readonly id: string | null }[] | null)?.[0]?.id
        if (id === undefined || id === null) return false
        const [gone] = await run(
          `delete from verification_log where (workspace_id, time, request_id) in (
             select workspace_id, time, request_id from verification_log
             where workspace_id = ? and time < ? limit ${rowsPerDeletion}) returning time`,
          [id, before],
        )
        if (gone !== null && gone !== undefined && gone.length > 0) return true
        workspace = id
      }
    },
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
