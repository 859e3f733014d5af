import { sql } from "kysely"
import type { ReservedReads } from "../../port/reserved.ts"
import { inChunks, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { givenAtMost, givenTexts } from "../statements/given-texts.ts"

export function reservedReads(db: Database): ReservedReads {
  const keysWith = (hashes: readonly string[]) => db.selectFrom("keys").select("hash").where("hash", "in", hashes)
  return {
    async ids(ids) {
      const taken = new Set<string>()
      for (const { idPrefix, name } of tablesWithIds) {
        const own = ids.filter((id) => id.startsWith(`${idPrefix}_`))
        for (const chunk of inChunks(own, givenAtMost)) {
          const { rows } = await idsAmong(db, name, chunk).execute(db)
          for (const { value } of rows) taken.add(value)
        }
      }
      return taken
    },

    async keyHashes(workspaceId, hashes) {
      const taken = new Set<string>()
      for (const chunk of inChunks(hashes, givenAtMost)) {
        const { rows } = await takenAmong(db, workspaceId, chunk).execute(db)
        for (const { value } of rows) taken.add(value)
      }
      return taken
    },

    rootKeyHashes: (hashes) =>
      hashesAmong(hashes, async (some) => {
        const rootKeys = await db.selectFrom("root_keys").select("hash").where("hash", "in", some).execute()
        const minted = await keysWith(some).where("imported", "=", 0).execute()
        const previous = await db
          .selectFrom("previous_secrets")
          .select("hash")
          .where("hash", "in", some)
          .where("imported", "=", 0)
          .execute()
        return [...rootKeys, ...minted, ...previous]
      }),
  }
}

function idsAmong(db: Database, table: string, ids: readonly string[]) {
  return sql<{ value: string }>`select given.value from ${givenTexts(db, ids)}
    where (select 1 from ${sql.table(table)} as known where known.id = given.value) = 1`
}

function takenAmong(db: Database, workspaceId: string, hashes: readonly string[]) {
  return sql<{ value: string }>`select given.value from ${givenTexts(db, hashes)}
    where (select 1 from keys where keys.hash = given.value and keys.workspace_id = ${workspaceId}) = 1
      or (select 1 from previous_secrets s where s.hash = given.value and s.workspace_id = ${workspaceId}) = 1`
}

const tablesWithIds = Object.entries(tables).flatMap(([name, { idPrefix }]) =>
  idPrefix === undefined ? [] : [{ idPrefix, name }],
)

async function hashesAmong(
  hashes: readonly string[],
  list: (some: readonly string[]) => Promise<readonly { readonly hash: string }[]>,
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  for (const chunk of inChunks(hashes)) for (const { hash } of await list(padded(chunk))) taken.add(hash)
  return taken
}
