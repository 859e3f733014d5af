import { Database } from "bun:sqlite"
import { join } from "node:path"
import { SQL } from "bun"
import type { TestServer } from "./harness.ts"

/** Reaches past the service into its database, for what no operation can show or break. */
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
    file.run("pragma busy_timeout = 5000")
    return file.query<Readonly<Record<string, unknown>>, []>(statement).all()
  } finally {
    file.close()
  }
}
