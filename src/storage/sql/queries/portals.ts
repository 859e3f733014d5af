import type { PortalWrites } from "../../port/portals.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

export function portalQueries(db: Database): PortalWrites {
  return {
    find: (workspaceId) =>
      findRow(db.selectFrom("portals").selectAll().where("workspace_id", "=", workspaceId), toObject),

    findRules: (workspaceId) =>
      findRow(db.selectFrom("portals").select("rules").where("workspace_id", "=", workspaceId), ({ rules }) =>
        JSON.parse(rules),
      ),

    async put(portal) {
      const row = toRow(portal)
      const { rules, look, updated_at } = row
      await db
        .insertInto("portals")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ rules, look, updated_at }))
        .execute()
    },
  }
}

const { toRow, toObject } = conversionFor(tables.portals)
