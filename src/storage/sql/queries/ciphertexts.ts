import { sql } from "kysely"
import type { Engine, SourceDatabase } from "../engine.ts"
import { countRows } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"

/** Queries for rotating and checking encryption keys. */

/** An API key, the previous secret of one, or a webhook; deleted ones included. */
export interface ScannedKey {
  /** Of the key or the webhook. */
  readonly id: string
  readonly workspaceId: string
  /** Null if there is no ciphertext, or if it starts with the excluded head. */
  readonly ciphertext: string | null
}

interface Slice {
  readonly after: string
  readonly limit: number
  /** Skips ciphertexts that start with this. */
  readonly exceptHead: string
}

/** Reads keys ascending by id. The limit bounds the rows read, so every call takes about the same time. */
export function scanKeys(database: SourceDatabase, slice: Slice): Promise<readonly ScannedKey[]> {
  return scanTable(database, "keys", slice)
}

/** As scanKeys, for webhooks, whose URLs and secrets are encrypted; deleted ones included. */
export function scanWebhooks(database: SourceDatabase, slice: Slice): Promise<readonly ScannedKey[]> {
  return scanTable(database, "webhooks", slice)
}

async function scanTable(
  { reader }: SourceDatabase,
  table: "keys" | "webhooks",
  { after, limit, exceptHead }: Slice,
): Promise<readonly ScannedKey[]> {
  return reader
    .selectFrom(table)
    .select(["id", "workspace_id as workspaceId", ciphertextUnless(exceptHead)])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute()
}

function ciphertextUnless(head: string) {
  return sql<string | null>`case when ciphertext not like ${`${head}%`} then ciphertext end`.as("ciphertext")
}

/** As scanKeys, for previous secrets that have a ciphertext. A key has at most one, because others have ended. */
export async function scanPreviousSecrets(
  { reader }: SourceDatabase,
  { after, limit, exceptHead }: Slice,
): Promise<readonly ScannedKey[]> {
  return reader
    .selectFrom("previous_secrets")
    .select(["key_id as id", "workspace_id as workspaceId", ciphertextUnless(exceptHead)])
    .where("key_id", ">", after)
    .where("ciphertext", "is not", null)
    .orderBy("key_id")
    .limit(limit)
    .execute()
}

export function countKeys({ reader }: SourceDatabase): Promise<number> {
  return countRows(reader.selectFrom("keys"))
}

export interface Replacement {
  readonly id: string
  readonly expected: string
  readonly replacement: string
}

/**
 * Replaces ciphertexts that are still the expected ones, of keys, of previous secrets and of webhooks: a rotation may have moved one
 * since it was read. Locks the workspace, because its writers write back whole records.
 */
export function replaceCiphertexts(
  engine: Engine,
  workspaceId: string,
  replacements: readonly Replacement[],
): Promise<number> {
  const columns = { id: "text", expected: "text", replacement: "text" } as const
  const replace = async (db: Database) => {
    const given = engine.dialect.jsonRows(JSON.stringify(replacements), columns)
    const ofKeys = await sql`
      update keys set ciphertext = given.replacement from ${given} as given
      where keys.id = given.id and keys.ciphertext = given.expected
      returning keys.id`.execute(db)
    const ofPrevious = await sql`
      update previous_secrets set ciphertext = given.replacement from ${given} as given
      where previous_secrets.key_id = given.id and previous_secrets.ciphertext = given.expected
      returning previous_secrets.key_id`.execute(db)
    const ofWebhooks = await sql`
      update webhooks set ciphertext = given.replacement from ${given} as given
      where webhooks.id = given.id and webhooks.ciphertext = given.expected
      returning webhooks.id`.execute(db)
    return ofKeys.rows.length + ofPrevious.rows.length + ofWebhooks.rows.length
  }
  return engine.transaction(replace, { workspaceId })
}

export interface KeptResponses {
  readonly count: number
  /** Time at which the last of them expires. */
  readonly until: number | undefined
}

/** Counts stored responses that use another secret. */
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
