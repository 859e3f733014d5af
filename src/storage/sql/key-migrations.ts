import type { MigrationWrites } from "../port/store.ts"
import { conversionFor } from "./conversion.ts"
import type { Database } from "./schema.ts"
import { tables } from "./tables.ts"

export function keyMigrationQueries(db: Database): MigrationWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("key_migrations").selectAll().where("workspace_id", "=", workspaceId)
  return {
    async find(workspaceId, id) {
      const row = await inWorkspace(workspaceId).where("id", "=", id).executeTakeFirst()
      return row && toObject(row)
    },

    async list(workspaceId, { limit, after }) {
      let query = inWorkspace(workspaceId)
      if (after !== undefined) query = query.where("id", ">", after)
      return (await query.orderBy("id").limit(limit).execute()).map(toObject)
    },

    async insert(workspaceId, migration) {
      await db
        .insertInto("key_migrations")
        .values({ ...toRow(migration), workspace_id: workspaceId })
        .execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.key_migrations, "workspace_id")
