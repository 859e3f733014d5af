import { Database, SQLiteError } from "bun:sqlite"
import { existsSync } from "node:fs"
import { SQL } from "bun"

export type ForeignDatabase =
  | { readonly type: "sqlite"; readonly path: string }
  | { readonly type: "postgres"; readonly url: string }

export type ForeignRow = Readonly<Record<string, unknown>>

/** A read-only snapshot of a table of another program. */
export interface ForeignTable {
  readonly columns: readonly string[]
  readonly count: number
  /** Returns every row, ascending by a column with unique values. */
  rowsBy(column: string): AsyncGenerator<readonly ForeignRow[]>
  close(): Promise<void>
}

/** Throws an error that explains the problem. Messages show addresses without user and password. */
export async function openForeignTable(database: ForeignDatabase, table: string): Promise<ForeignTable> {
  const name = quotedName(table)
  const { query, columnsOf, close } =
    database.type === "sqlite" ? openFile(database.path) : await openServer(database.url)
  try {
    const [counted] = await query(`select count(*) as count from ${name}`, [])
    return {
      columns: await columnsOf(table),
      count: Number(counted?.count),
      async *rowsBy(column) {
        const key = quotedName(column)
        let after: unknown
        for (;;) {
          const beyond = after === undefined ? "" : `where ${key} > $1`
          const parameters = after === undefined ? [] : [after]
          const rows = await query(`select * from ${name} ${beyond} order by ${key} limit ${rowsPerRead}`, parameters)
          yield rows
          if (rows.length < rowsPerRead) return
          after = rows.at(-1)?.[column]
        }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const rowsPerRead = 200

interface Connection {
  query(statement: string, parameters: readonly unknown[]): Promise<readonly ForeignRow[]>
  columnsOf(table: string): Promise<readonly string[]>
  close(): Promise<void>
}

function openFile(path: string): Connection {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const file = explainSqlite(path, () => {
    const opened = new Database(path, { readonly: true })
    opened.run("pragma busy_timeout = 5000")
    opened.run("begin")
    return opened
  })
  return {
    query: async (statement, parameters) =>
      explainSqlite(path, () => file.query<ForeignRow, never[]>(statement).all(...(parameters as never[]))),
    columnsOf: async (table) =>
      file
        .query<{ name: string }, [string]>("select name from pragma_table_info(?)")
        .all(table)
        .map(({ name }) => name),
    close: async () => file.close(),
  }
}

function explainSqlite<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    throw new Error(`The database ${path} cannot be read: ${error.message}.`, { cause: error })
  }
}

async function openServer(url: string): Promise<Connection> {
  const { hostname, port, pathname } = new URL(url)
  const address = `postgres://${hostname}:${port || "5432"}${pathname}`
  const explainPostgres = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SQL.SQLError)) throw error
      throw new Error(`The database ${address} cannot be read: ${error.message.replace(/\.?$/, ".")}`, { cause: error })
    }
  }
  const pool = new SQL(url, { max: 1, connectionTimeout: 5, connection: { application_name: "keyward import" } })
  try {
    const connection = await explainPostgres(() => pool.reserve())
    await explainPostgres(() => connection.unsafe("begin isolation level repeatable read read only"))
    return {
      query: (statement, parameters) =>
        explainPostgres(() => connection.unsafe<ForeignRow[]>(statement, [...parameters])),
      async columnsOf(table) {
        const rows = await explainPostgres(() =>
          connection.unsafe<{ name: string }[]>(
            "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
            [quotedName(table)],
          ),
        )
        return rows.map(({ name }) => name)
      },
      async close() {
        connection.release()
        await pool.close({ timeout: 0 })
      },
    }
  } catch (error) {
    await pool.close({ timeout: 0 })
    throw error
  }
}

/** Quotes each part of a name such as `auth.apikey`. */
function quotedName(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".")
}
