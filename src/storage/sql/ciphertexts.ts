import { sql } from "kysely"
import type { Engine, SourceDatabase } from "./engine.ts"

/** Everything in the database that is encrypted, for those who replace or examine encryption keys. */

/** An API key, deleted ones included. */
export interface ScannedKey {
  readonly id: string
  readonly workspaceId: string
  /** null if there is none, or if it begins with the head that was named. */
  readonly ciphertext: string | null
}

interface Slice {
  readonly after: string
  readonly limit: number
  /** How the ciphertexts begin that nobody asks for. */
  readonly exceptHead: string
}

/** Ascending by id. It is bounded by what is read and not by what is found, so that it takes the same time everywhere. */
export async function scanKeys(
  { reader }: SourceDatabase,
  { after, limit, exceptHead }: Slice,
): Promise<readonly ScannedKey[]> {
  return reader
    .selectFrom("keys")
    .select([
      "id",
      "workspace_id as workspaceId",
      sql<string | null>`case when ciphertext not like ${`${exceptHead}%`} then ciphertext end`.as("ciphertext"),
    ])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute()
}

export async function countKeys({ reader }: SourceDatabase): Promise<number> {
  const { count } = await reader
    .selectFrom("keys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count
}

export interface Replacement {
  readonly id: string
  readonly expected: string
  readonly replacement: string
}

/**
 * Only where the ciphertext is the expected one still; returns how many were replaced. Writers of the workspace wait,
 * since they write back whole records that they have read before.
 */
export function replaceCiphertexts(
  engine: Engine,
  workspaceId: string,
  replacements: readonly Replacement[],
): Promise<number> {
  const columns = { id: "text", expected: "text", replacement: "text" } as const
  return engine.transaction(async (db) => {
    await engine.lockWorkspace(db, workspaceId)
    const given = engine.dialect.jsonRows(JSON.stringify(replacements), columns)
    const { rows } = await sql`
      update keys set ciphertext = given.replacement from ${given} as given
      where keys.id = given.id and keys.ciphertext = given.expected
      returning keys.id`.execute(db)
    return rows.length
  })
}

export interface KeptResponses {
  readonly count: number
  /** When the last of them runs out. */
  readonly until: number | undefined
}

/** Responses kept for repeated requests that are under another secret. */
export async function countOtherResponses(
  { reader }: SourceDatabase,
  { exceptHead, now }: { readonly exceptHead: string; readonly now: number },
): Promise<KeptResponses> {
  const { count, until } = await reader
    .selectFrom("idempotency")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max<number | null>("expires_at").as("until")])
    .where("response", "is not", null)
    .where("response", "not like", `${exceptHead}%`)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow()
  return { count, until: until ?? undefined }
}
