import type { Ratelimit } from "../../../core/model.ts"
import { conversionFor } from "../schema/conversion.ts"
import { groupByOwner } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { listStatement } from "../statements/statement.ts"

type Owner = "key_id" | "identity_id" | "plan_id"

/** Loads the rate limits of many keys, identities or plans, each list sorted by name. */
export async function ratelimitsOf(
  db: Database,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Ratelimit[]>> {
  if (ids.length === 0) return new Map()
  const rows = await listOf[owner](db, ids)
  return groupByOwner(rows, (row) => row[owner] ?? "", toObject)
}

const listBy = (owner: Owner) =>
  listStatement<string>()((db, ids) => db.selectFrom("ratelimits").selectAll().where(owner, "in", ids).orderBy("name"))
const listOf = { key_id: listBy("key_id"), identity_id: listBy("identity_id"), plan_id: listBy("plan_id") }

export async function insertRatelimits(
  db: Database,
  owner: Owner,
  entries: readonly { readonly ownerId: string; readonly ratelimits: readonly Ratelimit[] }[],
): Promise<void> {
  const rows = entries.flatMap(({ ownerId, ratelimits }) =>
    ratelimits.map((ratelimit) => ({ ...toRow(ratelimit), ...noOwner, [owner]: ownerId })),
  )
  await insertRows(db, "ratelimits", rows)
}

export async function replaceRatelimits(
  db: Database,
  owner: Owner,
  entry: { readonly ownerId: string; readonly ratelimits: readonly Ratelimit[] },
): Promise<void> {
  await db.deleteFrom("ratelimits").where(owner, "=", entry.ownerId).execute()
  await insertRatelimits(db, owner, [entry])
}

const noOwner = { key_id: null, identity_id: null, plan_id: null }

const { toRow, toObject } = conversionFor(tables.ratelimits, "key_id", "identity_id", "plan_id")
