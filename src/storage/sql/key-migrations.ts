import type { Migration } from "../../core/model.ts"
import type { MigrationWrites } from "../port/store.ts"
import type { Database, KeyMigrationRow } from "./schema.ts"

export function keyMigrationQueries(db: Database): MigrationWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("key_migrations").selectAll().where("workspace_id", "=", workspaceId)
  return {
    async find(workspaceId, id) {
      const row = await inWorkspace(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && migrationOf(row)
    },

    async list(workspaceId, { limit, after }) {
      let query = inWorkspace(workspaceId)
      if (after !== undefined) query = query.where("id", ">", after)
      return (await query.orderBy("id").limit(limit).execute()).map(migrationOf)
    },

    async insert(workspaceId, { id, name, algorithm, createdAt }) {
      await db
        .insertInto("key_migrations")
        .values({ id, workspace_id: workspaceId, name, algorithm, created_at: createdAt })
        .execute()
    },
  }
}

function migrationOf(row: KeyMigrationRow): Migration {
  return {
    id: row.id,
    name: row.name,
    algorithm: row.algorithm as Migration["algorithm"],
    createdAt: row.created_at,
  }
}
