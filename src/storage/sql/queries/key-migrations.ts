import type { MigrationWrites } from "../../port/migrations.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"

export function keyMigrationQueries(db: Database): MigrationWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("key_migrations").selectAll().where("workspace_id", "=", workspaceId)
  return {
    find: (workspaceId, id) => findRow(inWorkspace(workspaceId).where("id", "=", id), toObject),

    async list(workspaceId, { limit, after }) {
      let query = inWorkspace(workspaceId)
      if (after !== undefined) query = query.where("id", ">", after)
      return (await query.orderBy("id").limit(limit).execute()).map(toObject)
    },

    async insert(workspaceId, migration) {
      const row = { ...toRow(migration), workspace_id: workspaceId }
      await insertRows(db, "key_migrations", [row])
    },
  }
}

const { toRow, toObject } = conversionFor(tables.key_migrations, "workspace_id")
