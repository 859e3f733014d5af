import { join } from "node:path"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { mintId } from "./conformance/fixtures.ts"
import { storageConformance } from "./conformance.ts"
import { migrate } from "./sql/migrate.ts"
import { sqlStore } from "./sql/store.ts"
import { openSqlite } from "./sqlite.ts"

storageConformance("SQLite", async () => {
  const folder = temporaryFolder()
  const engine = openSqlite(join(folder.path, "keyward.db"))
  await migrate(engine)
  const store = sqlStore(engine, () => mintId("evt"))
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})
