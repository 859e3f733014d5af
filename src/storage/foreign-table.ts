import { Database, SQLiteError } from "bun:sqlite"
import { existsSync } from "node:fs"
import { SQL } from "bun"

/** Where another program keeps its data. */
export type ForeignDatabase =
  | { readonly type: "sqlite"; readonly path: string }
  | { readonly type: "postgres"; readonly url: string }

export type ForeignRow = Readonly<Record<string, unknown>>

/** A table that Keyward only reads, as it is at one moment. */
export interface ForeignTable {
  readonly columns: readonly string[]
  readonly count: number
  /** Every row, ascending by the column, which no two share. */
  rowsBy(column: string): AsyncGenerator<readonly ForeignRow[]>
  close(): Promise<void>
}

/** Throws with a sentence about what is wrong with it; an address is told without user and password. */
export async function openForeignTable(database: ForeignDatabase, table: string): Promise<ForeignTable> {
  const name = quotedName(table)
  const { ask, columnsOf, close } =
    database.type === "sqlite" ? openFile(database.path) : await openServer(database.url)
  try {
    const [counted] = await ask(`select count(*) as count from ${name}`, [])
    return {
      columns: await columnsOf(table),
      count: Number(counted?.count),
      async *rowsBy(column) {
        const key = quotedName(column)
        let after: unknown
        for (;;) {
          const beyond = after === undefined ? "" : `where ${key} > $1`
          const parameters = after === undefined ? [] : [after]
          const rows = await ask(`select * from ${name} ${beyond} order by ${key} limit ${rowsPerRead}`, parameters)
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
  ask(statement: string, parameters: readonly unknown[]): Promise<readonly ForeignRow[]>
  columnsOf(table: string): Promise<readonly string[]>
  close(): Promise<void>
}

function openFile(path: string): Connection {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const file = explaining(path, () => {
    const opened = new Database(path, { readonly: true })
    opened.run("pragma busy_timeout = 5000")
    opened.run("begin")
    return opened
  })
  return {
    ask: async (statement, parameters) =>
      explaining(path, () => file.query<ForeignRow, never[]>(statement).all(...(parameters as never[]))),
    columnsOf: async (table) =>
      file
        .query<{ name: string }, [string]>("select name from pragma_table_info(?)")
        .all(table)
        .map(({ name }) => name),
    close: async () => file.close(),
  }
}

function explaining<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    throw new Error(`The database ${path} cannot be read: ${error.message}.`, { cause: error })
  }
}

async function openServer(url: string): Promise<Connection> {
  const { hostname, port, pathname } = new URL(url)
  const place = `postgres://${hostname}:${port || "5432"}${pathname}`
  const explained = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SQL.SQLError)) throw error
      throw new Error(`The database ${place} cannot be read: ${error.message.replace(/\.?$/, ".")}`, { cause: error })
    }
  }
  const pool = new SQL(url, { max: 1, connectionTimeout: 5, connection: { application_name: "keyward import" } })
  try {
    const connection = await explained(() => pool.reserve())
    await explained(() => connection.unsafe("begin isolation level repeatable read read only"))
    return {
      ask: (statement, parameters) => explained(() => connection.unsafe<ForeignRow[]>(statement, [...parameters])),
      async columnsOf(table) {
        const rows = await explained(() =>
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

/** Each part of a name such as `auth.apikey`. */
function quotedName(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".")
}
