import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { TestServer } from "../harness/harness.ts"
import { queryDatabase } from "./database.ts"

/** Everything that a service has stored, as text to search for secrets. */
export async function storedText(keyward: TestServer): Promise<string> {
  const { storage } = keyward
  if (!storage.startsWith("postgres")) {
    return readdirSync(storage)
      .map((name) => readFileSync(join(storage, name), "latin1"))
      .join("\n")
  }
  const tables = await queryDatabase(keyward, "select tablename from pg_tables where schemaname = 'public'")
  const rows = tables.map(({ tablename }) => queryDatabase(keyward, `select t::text as row from "${tablename}" as t`))
  return (await Promise.all(rows))
    .flat()
    .map(({ row }) => row)
    .join("\n")
}
