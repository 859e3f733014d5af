import { sql } from "kysely"
import type { VerificationTally } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema/schema.ts"
import { addingOwners, addingUsage, namesIn } from "./adding-usage.ts"
import { knownOwners } from "./known-owners.ts"
import type { UsageNames } from "./usage-names.ts"

const rowsPerStep = 200

type OldRow = ResultRow<{
  key_id: string
  hour: number
  code: string
  tags_hash: string
  tags: string
  count: number
  workspace_id: string | null
  api_id: string | null
  identity_id: string | null
}>

/**
 * Moves tallies that older versions have written to `verifications`, and returns whether more may remain. They get the
 * present API and identity of their key. Tallies of erased keys are lost, because they name no workspace.
 */
export async function adoptTallies(engine: Engine, names: UsageNames): Promise<boolean> {
  if ((await engine.reader.selectFrom("verifications").select("hour").limit(1).execute()).length === 0) return false
  const some = sql<OldRow>`select v.*, k.workspace_id, k.api_id, k.identity_id
    from (select * from verifications order by key_id, hour, code, tags_hash limit ${sql.lit(rowsPerStep)}) as v
      left join keys as k on k.id = v.key_id`
  const given = await some.execute(engine.reader)
  // Numbers are assigned before the transaction, because they are stored by a transaction of their own.
  const numberOf = await names.numbersOf(namesIn(usageOf(given.rows)))
  return engine.transaction(async (db) => {
    const { rows } = await lockedRows(engine, given.rows).execute(db)
    const counts = new Map(rows.map((row) => [nameOf(row), row.count]))
    const usage = usageOf(given.rows.flatMap((row) => ({ ...row, count: counts.get(nameOf(row)) ?? 0 })))
    const owners = knownOwners().unknownIn(usage.verifications)
    if (owners.length > 0) await addingOwners(engine.dialect, owners, numberOf).execute(db)
    for (const statement of addingUsage(engine.dialect, usage, numberOf)) await statement.execute(db)
    await sql`delete from verifications where (key_id, hour, code, tags_hash) in
      (select key_id, hour, code, tags_hash from ${keysOf(engine, given.rows)} as r)`.execute(db)
    return true
  })
}

/** Reads the counts again, because an older node may have added to them. */
function lockedRows(engine: Engine, rows: readonly OldRow[]) {
  const locking = sql.raw(engine.name === "postgres" ? "for update" : "")
  return sql<ResultRow<Pick<OldRow, "key_id" | "hour" | "code" | "tags_hash" | "count">>>`
    select key_id, hour, code, tags_hash, count from verifications
    where (key_id, hour, code, tags_hash) in
      (select key_id, hour, code, tags_hash from ${keysOf(engine, rows)} as r) ${locking}`
}

function keysOf({ dialect }: Engine, rows: readonly OldRow[]) {
  const keys = rows.map(({ key_id, hour, code, tags_hash }) => ({ key_id, hour, code, tags_hash }))
  return dialect.jsonRows(JSON.stringify(keys), { key_id: "text", hour: "integer", code: "text", tags_hash: "text" })
}

function nameOf({ key_id, hour, code, tags_hash }: Pick<OldRow, "key_id" | "hour" | "code" | "tags_hash">): string {
  return `${key_id}/${hour}/${code}/${tags_hash}`
}

function usageOf(rows: readonly OldRow[]) {
  const verifications = rows.flatMap((row): VerificationTally[] => {
    const { workspace_id: workspaceId, api_id: apiId, identity_id: identityId, count } = row
    if (workspaceId === null || apiId === null || count === 0) return []
    const { key_id: keyId, hour, code, tags } = row
    return [{ workspaceId, apiId, identityId, keyId, hour, minute: undefined, code, tags, count, credits: 0 }]
  })
  return { verifications, unattributed: [], limits: [] }
}
