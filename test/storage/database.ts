import { Database } from "bun:sqlite"
import { join } from "node:path"
import { SQL } from "bun"
import type { TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { onceFree } from "./once-free.ts"

/** Accesses the database directly, for data that no operation can show or break. */
export async function queryDatabase(
  { storage }: Pick<TestServer, "storage">,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (storage.startsWith("postgres")) {
    const sql = new SQL(storage, { max: 1 })
    try {
      return await sql.unsafe(statement)
    } finally {
      await sql.close()
    }
  }
  const file = new Database(join(storage, "keyward.db"))
  try {
    return await onceFree(() => file.query<Readonly<Record<string, unknown>>, []>(statement).all())
  } finally {
    file.close()
  }
}

/** The number of matching rows, as in "keys where name is null". */
export async function countRows(server: Pick<TestServer, "storage">, rows: string): Promise<number> {
  const [row] = await queryDatabase(server, `select count(*) as count from ${rows}`)
  return Number(row?.count)
}

export async function untilRows(server: Pick<TestServer, "storage">, rows: string, count: number): Promise<void> {
  await until(
    async () => (await countRows(server, rows)) >= count,
    () => `There are no ${count} rows: ${rows}.`,
  )
}

/** The setting that names this folder or database. */
export function settingOf(storage: string): Readonly<Record<string, string>> {
  return { [storage.startsWith("postgres") ? "KEYWARD_DATABASE_URL" : "KEYWARD_DATA_DIR"]: storage }
}
