import type { Key, KeyDetails, PreviousSecret } from "../../../core/model.ts"
import { conversionFor } from "../schema/conversion.ts"
import { groupByOwner } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { insertRows } from "../statements/row-statements.ts"
import { listStatement } from "../statements/statement.ts"

/** Loads the previous secrets that verifications recognize, newest first. Most keys never had one, and cost nothing. */
export async function previousSecretsOf(
  db: Database,
  keys: readonly Pick<Key, "id" | "previousExpires">[],
): Promise<ReadonlyMap<string, readonly PreviousSecret[]>> {
  const rotated = keys.filter(({ previousExpires }) => previousExpires !== null).map(({ id }) => id)
  if (rotated.length === 0) return new Map()
  // The statement sorts ascending: with a direction, its tables would be unknown.
  const rows = (await recognizedSecrets(db, rotated)).toReversed()
  return groupByOwner(rows, (row) => row.key_id, toObject)
}

const recognizedSecrets = listStatement<string>()((db, keyIds) =>
  db
    .selectFrom("previous_secrets")
    .selectAll()
    .where("key_id", "in", keyIds)
    // Written into the statement, because every parameter of a list statement is a value of the list.
    .where((secret) => secret("forgotten", "=", secret.lit(0)))
    .orderBy("started_at"),
)

type Owner = Pick<KeyDetails, "id" | "workspaceId" | "previousSecrets">

/** Inserts the previous secrets of new keys. */
export async function insertPreviousSecrets(db: Database, keys: readonly Owner[]): Promise<void> {
  const rows = keys.flatMap((key) => key.previousSecrets.map((secret) => rowOf(key, secret)))
  if (rows.length === 0) return
  await insertRows(db, "previous_secrets", rows)
}

/** A secret that is no longer listed is forgotten and its hash stays taken, unless it is the secret of the key again. */
export async function replacePreviousSecrets(
  db: Database,
  before: Owner,
  after: Owner & Pick<Key, "hash">,
): Promise<void> {
  if (before.previousSecrets === after.previousSecrets) return
  const { workspaceId, previousSecrets } = after
  const known = new Map(before.previousSecrets.map((secret) => [secret.hash, secret]))
  const updating = (hash: string) =>
    db.updateTable("previous_secrets").where("hash", "=", hash).where("workspace_id", "=", workspaceId)
  for (const { hash } of before.previousSecrets) {
    if (previousSecrets.some((secret) => secret.hash === hash)) continue
    if (hash === after.hash) await deleteSecret(db, workspaceId, hash)
    else await updating(hash).set({ forgotten: 1, ciphertext: null }).execute()
  }
  for (const secret of previousSecrets) {
    const stored = known.get(secret.hash)
    if (stored === undefined || stored === secret) continue
    await updating(secret.hash).set({ ends_at: secret.expires, ciphertext: secret.ciphertext }).execute()
  }
  const added = previousSecrets.filter(({ hash }) => !known.has(hash))
  await insertRows(
    db,
    "previous_secrets",
    added.map((secret) => rowOf(after, secret)),
  )
}

async function deleteSecret(db: Database, workspaceId: string, hash: string): Promise<void> {
  await db.deleteFrom("previous_secrets").where("hash", "=", hash).where("workspace_id", "=", workspaceId).execute()
}

const { toRow, toObject } = conversionFor(tables.previous_secrets, "workspace_id", "key_id", "forgotten")

function rowOf({ id, workspaceId }: Owner, secret: PreviousSecret) {
  return { ...toRow(secret), workspace_id: workspaceId, key_id: id, forgotten: 0 }
}
