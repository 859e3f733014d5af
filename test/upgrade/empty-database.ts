import { join } from "node:path"
import { openPostgres } from "../../src/storage/postgres/engine.ts"
import type { Engine } from "../../src/storage/sql/engine.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"
import type { EngineName } from "../harness.ts"
import { createDatabase } from "../services/postgres.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"

export interface OpenedEngine {
  readonly engine: Engine
  close(): Promise<void>
}

/** A database of its own without any table, which is gone once it is closed. */
export async function openEngine(name: EngineName): Promise<OpenedEngine> {
  if (name === "postgres") {
    const database = await createDatabase()
    const engine = openPostgres(database.url)
    return { engine, close: () => engine.close().then(database.drop) }
  }
  const folder = temporaryFolder()
  const engine = openSqlite(join(folder.path, "keyward.db"))
  return { engine, close: () => engine.close().then(folder.remove) }
}
