import type { NamespaceWrites } from "../../port/ratelimits.ts"
import { conversionFor } from "../schema/conversion.ts"
import { findRow, markDeleted } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { searchInSteps } from "./scan.ts"

export function namespaceQueries(db: Database): NamespaceWrites {
  const inWorkspace = (workspaceId: string) =>
    db.selectFrom("ratelimit_namespaces").selectAll().where("workspace_id", "=", workspaceId)
  const live = (workspaceId: string) => inWorkspace(workspaceId).where("deleted_at", "is", null)
  return {
    find: (workspaceId, id) => findRow(live(workspaceId).where("id", "=", id), toObject),

    findByName: (workspaceId, name) => findRow(live(workspaceId).where("name", "=", name), toObject),

    findDeleted: (workspaceId, idOrName) =>
      findRow(
        inWorkspace(workspaceId)
          .where((columns) => columns.or([columns("id", "=", idOrName), columns("name", "=", idOrName)]))
          .where("deleted_at", "is not", null),
        toObject,
      ),

    async list(workspaceId, query) {
      const rows = live(workspaceId)
      const columns = ["id", "name"]
      return (await searchInSteps({ db, table: "ratelimit_namespaces", workspaceId, query, rows, columns })).map(
        toObject,
      )
    },

    async insert(workspaceId, namespace) {
      const row = { ...toRow(namespace), workspace_id: workspaceId, deleted_at: null }
      await insertRows(db, "ratelimit_namespaces", [row])
    },

    delete: markDeleted(db, "ratelimit_namespaces"),
  }
}

const { toRow, toObject } = conversionFor(tables.ratelimit_namespaces, "workspace_id", "deleted_at")
