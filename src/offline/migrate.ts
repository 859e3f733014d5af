import type { Config } from "../config.ts"
import { configuredLocation, hasDatabase } from "../storage/location.ts"
import { pendingMigrations, withDatabase } from "../storage/open.ts"
import { migrations } from "../storage/sql/migrations/index.ts"
import { migrate } from "../storage/sql/migrations/migrate.ts"

/** Updates the schema without serving. Returns the names of the applied migrations. */
export function migrateDatabase(config: Config): Promise<readonly string[]> {
  return withDatabase(configuredLocation(config), { creates: true }, migrate)
}

/** Returns the names of the missing migrations. Creates nothing and rejects a newer schema. */
export async function listPendingMigrations(config: Config): Promise<readonly string[]> {
  const location = configuredLocation(config)
  if (!hasDatabase(location)) return migrations.map(({ name }) => name)
  return withDatabase(location, {}, pendingMigrations)
}
