import { createDatabase } from "../../test/services/postgres.ts"
import { mintId } from "./conformance/fixtures.ts"
import { storageConformance } from "./conformance.ts"
import { openPostgres } from "./postgres.ts"
import { migrate } from "./sql/migrate.ts"
import { sqlStore } from "./sql/store.ts"

storageConformance("PostgreSQL", async () => {
  const database = await createDatabase()
  const engine = openPostgres(database.url)
  await migrate(engine)
  const store = sqlStore(engine, () => mintId("evt"))
  return {
    store,
    async close() {
      await store.close()
      await database.drop()
    },
  }
})
