import { sql } from "kysely"
import { type Feature, OlderNodes } from "../../port/features.ts"
import { migrations } from "../migrations/index.ts"
import type { Database } from "../schema/schema.ts"

/** The newest migration that this version knows, by which other nodes see what it understands. */
export const newestMigration = migrations.at(-1)?.name ?? ""

/** Must be called before anything is stored that a version without the feature ignores. */
export async function requireFeature(db: Database, feature: Feature): Promise<void> {
  const nodes = await db.selectFrom("nodes").select(["id", "newest_migration"]).execute()
  // Names of migrations start with their number, so they compare like it.
  const older = nodes.filter(({ newest_migration: newest }) => newest === null || newest < feature)
  if (older.length > 0) throw new OlderNodes(older.map(({ id }) => id))
  const unused = await sql`select name from schema_migrations where name = ${feature} and needs <> name`.execute(db)
  if (unused.rows.length > 0) await sql`update schema_migrations set needs = name where name = ${feature}`.execute(db)
}
