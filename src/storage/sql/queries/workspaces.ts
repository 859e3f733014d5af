import type { NoticeSettings } from "../../../contract/workspace.ts"
import type { Workspace } from "../../../core/model.ts"
import { defaultNotices } from "../../../core/notice-settings.ts"
import type { WorkspaceWrites } from "../../port/workspaces.ts"
import { conversionFor } from "../schema/conversion.ts"
import { markDeleted } from "../schema/rows.ts"
import type { Database, WorkspaceRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows, updateRow } from "../statements/row-statements.ts"
import { finder } from "../statements/statement.ts"
import { countObjects } from "./object-counts.ts"
import { searching } from "./search.ts"

export function workspaceQueries(db: Database): WorkspaceWrites {
  return {
    find: (id) => findLive(db, { id }),

    async list({ limit, after, enabled, search }) {
      let query = db.selectFrom("workspaces").selectAll().where("deleted_at", "is", null)
      if (after !== undefined) query = query.where("id", ">", after)
      if (enabled !== undefined) query = query.where("enabled", "=", Number(enabled))
      if (search !== undefined) query = query.where(searching(search, "id", "name"))
      return (await query.orderBy("id").limit(limit).execute()).map(workspaceOf)
    },

    async hasExisted(id) {
      return (await db.selectFrom("workspaces").select("id").where("id", "=", id).executeTakeFirst()) !== undefined
    },

    countObjects: (id) => countObjects(db, id),

    async insert(workspace) {
      const row = { ...rowOf(workspace), deleted_at: null }
      await insertRows(db, "workspaces", [row])
      await db.insertInto("event_chains").values({ workspace_id: workspace.id, length: 0, hash: "" }).execute()
    },

    async update(workspace) {
      await updateRow(db, "workspaces", rowOf(workspace))
    },

    delete: markDeleted(db, "workspaces"),
  }
}

const findLive = finder<{ id: string }>()(
  ({ db, value }) =>
    db.selectFrom("workspaces").selectAll().where("id", "=", value("id")).where("deleted_at", "is", null),
  workspaceOf,
)

const { toRow, toObject } = conversionFor(
  tables.workspaces,
  "requests_per_minute",
  "max_keys",
  "max_identities",
  "verifications_per_month",
  "on_exceeded",
  "notices",
  "deleted_at",
)

export function workspaceOf(row: WorkspaceRow): Workspace {
  const limits = {
    requestsPerMinute: row.requests_per_minute,
    keys: row.max_keys,
    identities: row.max_identities,
    verificationsPerMonth: row.verifications_per_month,
    onExceeded: row.on_exceeded,
  }
  return { ...toObject(row), limits, notices: settingsIn(row.notices) }
}

export function settingsIn(stored: string | null): NoticeSettings {
  return stored === null ? defaultNotices : JSON.parse(stored)
}

function rowOf(workspace: Workspace): Omit<WorkspaceRow, "deleted_at"> {
  const { limits } = workspace
  return {
    ...toRow(workspace),
    requests_per_minute: limits.requestsPerMinute,
    max_keys: limits.keys,
    max_identities: limits.identities,
    verifications_per_month: limits.verificationsPerMonth,
    on_exceeded: limits.onExceeded,
    notices: JSON.stringify(workspace.notices),
  }
}
