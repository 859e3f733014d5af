import { type Kysely, sql } from "kysely"
import type { Schema } from "../sql/schema/schema.ts"
import { databaseOver } from "./database.ts"
import type { ThreadClient } from "./thread-client.ts"

/** A rebuilt table is referenced by other rows, so foreign keys are checked at the end instead. */
export async function rebuild<T>({ execute }: ThreadClient, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const setForeignKeys = (state: "on" | "off") =>
    execute([{ type: "query", sql: `pragma foreign_keys = ${state}`, parameters: [] }])
  const db = databaseOver(execute)
  // SQLite ignores this pragma inside a transaction.
  await setForeignKeys("off")
  try {
    await execute([{ type: "begin" }])
    const before = await schemaVersion(db)
    const result = await work(db)
    // The check reads every row, so a start without migrations skips it.
    if ((await schemaVersion(db)) !== before) await requireIntactReferences(db)
    await execute([{ type: "commit" }])
    return result
  } catch (error) {
    await execute([{ type: "rollback" }]).catch(() => {})
    throw error
  } finally {
    await setForeignKeys("on")
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
