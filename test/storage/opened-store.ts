import { join } from "node:path"
import { createIdMint } from "../../src/core/ids.ts"
import type { Store } from "../../src/storage/port/store.ts"
import { migrate } from "../../src/storage/sql/migrations/migrate.ts"
import { sqlStore } from "../../src/storage/sql/store.ts"
import { openSqlite } from "../../src/storage/sqlite/engine.ts"

/** The store of the embedded database in a folder, without a service. */
export async function openFolder(path: string): Promise<{ readonly store: Store; close(): Promise<void> }> {
  const engine = openSqlite(join(path, "keyward.db"))
  await migrate(engine)
  const mintId = createIdMint({ now: Date.now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
  return { store: sqlStore(engine, () => mintId("evt")), close: () => engine.close() }
}
