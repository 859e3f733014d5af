import { sql } from "kysely"
import type { Identity } from "../../../core/model.ts"
import { countedKeysAtMost, type KeyReads, type UnexpiredCount } from "../../port/keys.ts"
import { countRows, countUpTo } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { givenTexts } from "../statements/given-texts.ts"

type KeyCounts = Pick<KeyReads, "count" | "countUnexpired" | "countUnexpiredOf" | "countOfIdentities">

export function keyCounts(db: Database): KeyCounts {
  return {
    count: (workspaceId) => countRows(countedKeys(db, workspaceId)),
    countUnexpired: (workspaceId, now) => countUnexpiredKeys(db, workspaceId, now),
    countUnexpiredOf: (identity, count) => countUnexpiredOf(db, identity, count),
    countOfIdentities: (workspaceId, identityIds) => countOfIdentities(db, workspaceId, identityIds),
  }
}

/** The keys of a workspace that its quota counts. */
function countedKeys(db: Database, workspaceId: string) {
  return db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .where("keys.workspace_id", "=", workspaceId)
    .where("keys.deleted_at", "is", null)
    .where("apis.deleted_at", "is", null)
}

function countUnexpiredKeys(db: Database, workspaceId: string, now: number): Promise<number> {
  const unexpired = countedKeys(db, workspaceId).where((row) =>
    row.or([row("keys.expires", "is", null), row("keys.expires", ">", now)]),
  )
  return countRows(unexpired)
}

/** Reads the index of live keys by identity and expiry in two ranges, so that expired keys are skipped. */
async function countUnexpiredOf(
  db: Database,
  { id, workspaceId }: Pick<Identity, "id" | "workspaceId">,
  { now, atMost }: UnexpiredCount,
): Promise<number> {
  const live = db
    .selectFrom("keys")
    .innerJoin("apis", "apis.id", "keys.api_id")
    .select("keys.api_id")
    .where("keys.identity_id", "=", id)
    .where("keys.deleted_at", "is", null)
    .where("apis.workspace_id", "=", workspaceId)
    .where("apis.deleted_at", "is", null)
  const lasting = await countUpTo(db, live.where("keys.expires", "is", null), atMost)
  if (lasting >= atMost) return atMost
  return lasting + (await countUpTo(db, live.where("keys.expires", ">", now), atMost - lasting))
}

/** Keys of deleted APIs do not count, but they have to be read to know that. */
const readAtMost = 2 * countedKeysAtMost

/** Reads a bounded part of the index of live keys by identity, which has the API of each key. */
async function countOfIdentities(
  db: Database,
  workspaceId: string,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`select given.value as id, (select count(*) from (
      select 1 from (select keys.api_id from keys
          where keys.identity_id = given.value and keys.deleted_at is null limit ${readAtMost}) as candidates
        where exists (select 1 from apis where apis.id = candidates.api_id
          and apis.workspace_id = ${workspaceId} and apis.deleted_at is null)
        limit ${countedKeysAtMost}) as live) as count
    from ${givenTexts(db, identityIds)}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
