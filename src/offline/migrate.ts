import type { Config } from "../config.ts"
import { configuredLocation, hasDatabase } from "../storage/location.ts"
import { pendingMigrations, withDatabase } from "../storage/open.ts"
import { migrate } from "../storage/sql/migrate.ts"
import { migrations } from "../storage/sql/migrations/index.ts"

/** Brings the schema up to date without serving. Returns the names of the migrations that it applied. */
export function migrateDatabase(config: Config): Promise<readonly string[]> {
  return withDatabase(configuredLocation(config), { creates: true }, migrate)
}

/** Names of the migrations that the schema lacks. Creates nothing, and refuses the schema of a newer version. */
export async function listPendingMigrations(config: Config): Promise<readonly string[]> {
  const location = configuredLocation(config)
  if (!hasDatabase(location)) return migrations.map(({ name }) => name)
  return withDatabase(location, {}, pendingMigrations)
}
