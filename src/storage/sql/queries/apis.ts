import type { ApiWrites } from "../../port/apis.ts"
import { conversionFor } from "../schema/conversion.ts"
import { markDeleted } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { finder } from "../statements/statement.ts"
import { searchInSteps } from "./scan.ts"

export function apiQueries(db: Database): ApiWrites {
  return {
    find: (workspaceId, id) => findLive(db, { workspaceId, id }),

    async list(workspaceId, query) {
      const rows = selectLive(db, workspaceId)
      const columns = ["id", "name"]
      return (await searchInSteps({ db, table: "apis", workspaceId, query, rows, columns })).map(toObject)
    },

    async insert(api) {
      const row = { ...toRow(api), deleted_at: null }
      await insertRows(db, "apis", [row])
    },

    async update(api) {
      await updateRow(db, "apis", toRow(api))
    },

    delete: markDeleted(db, "apis"),
  }
}

function selectLive(db: Database, workspaceId: string) {
  return db.selectFrom("apis").selectAll().where("workspace_id", "=", workspaceId).where("deleted_at", "is", null)
}

const { toRow, toObject } = conversionFor(tables.apis, "deleted_at")

const findLive = finder<{ workspaceId: string; id: string }>()(
  ({ db, value }) => selectLive(db, value("workspaceId")).where("id", "=", value("id")),
  toObject,
)
