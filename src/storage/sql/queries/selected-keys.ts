import { type SqlBool, sql } from "kysely"
import { compareBytes } from "../../../core/byte-order.ts"
import type { PageQuery } from "../../port/collection.ts"
import type { KeySelection, SelectedKey } from "../../port/keys.ts"
import { inChunks, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"

interface SelectionQuery {
  readonly workspaceId: string
  readonly selection: KeySelection
  readonly query: PageQuery
}

export async function listSelected(
  db: Database,
  { workspaceId, selection, query: { after, limit } }: SelectionQuery,
): Promise<readonly SelectedKey[]> {
  if (selection.type !== "ids") {
    let owned = sizesOfKeys(db, workspaceId).orderBy("keys.id").limit(limit)
    if (after !== undefined) owned = owned.where("keys.id", ">", after)
    if (selection.type === "api") return toSelected(await owned.where("keys.api_id", "=", selection.apiId).execute())
    const { identityId, enabled } = selection
    if (enabled !== undefined) owned = owned.where("keys.enabled", "=", Number(enabled))
    // With `=` instead of `in`, SQLite knows that at most one row matches, and uses the index.
    const live = sql<SqlBool>`keys.identity_id = (${identitiesOf(db, workspaceId).where("id", "=", identityId)})`
    return toSelected(await owned.where(live).execute())
  }
  const wanted = [...new Set(selection.ids)].filter((id) => after === undefined || compareBytes(id, after) > 0)
  const selected: SelectedKey[] = []
  for (const chunk of inChunks(wanted.sort(compareBytes))) {
    const rows = sizesOfKeys(db, workspaceId).where("keys.id", "in", padded(chunk)).orderBy("keys.id")
    selected.push(...toSelected(await rows.execute()))
    if (selected.length >= limit) return selected.slice(0, limit)
  }
  return selected
}

/** Counts by index entries, and lengths without reading the texts. */
export function sizesOfKeys(db: Database, workspaceId: string) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .select([
      "keys.id",
      "keys.api_id",
      "keys.identity_id",
      sql<number>`octet_length(keys.meta)`.as("bytes"),
      sql<number>`coalesce((select octet_length(identities.meta) from identities
        where identities.id = keys.identity_id), 0)`.as("identity_bytes"),
      sql<number>`(select count(*) from ratelimits where ratelimits.key_id = keys.id)
        + (select count(*) from key_permissions where key_permissions.key_id = keys.id)
        + (select count(*) from key_roles where key_roles.key_id = keys.id)`.as("rows"),
    ])
    .where("keys.workspace_id", "=", workspaceId)
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

function identitiesOf(db: Database, workspaceId: string) {
  return db
    .selectFrom("identities")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
}

type SizeRow = Awaited<ReturnType<ReturnType<typeof sizesOfKeys>["execute"]>>[number]

export function toSelected(rows: readonly SizeRow[]): readonly SelectedKey[] {
  return rows.map(({ id, api_id, identity_id, rows, bytes, identity_bytes }) => ({
    id,
    apiId: api_id,
    identityId: identity_id,
    rows,
    bytes,
    identityBytes: identity_bytes,
  }))
}
