import { sql } from "kysely"
import { sha256 } from "../../secrets/hash.ts"
import type { Engine, SourceDatabase } from "../sql/engine.ts"
import { migrate, schemaState } from "../sql/migrations/migrate.ts"
import { type CopyState, findUnfinishedCopy, startCopy, storeCopyState } from "../sql/migrations/unfinished-copy.ts"
import type { Database } from "../sql/schema/schema.ts"
import { type CopiedTable, copiedTables } from "./tables.ts"

/** Rows are copied unchanged, so both databases must have the schema of this version. */
export async function requireCurrent(database: SourceDatabase): Promise<void> {
  const { pending, ahead, unknown } = await schemaState(database)
  const newer = [...ahead, ...unknown]
  if (newer.length > 0)
    throw new Error(`It has migrations of a newer Keyward (${newer.join(", ")}). Copy with that version.`)
  if (pending.length > 0) throw new Error("Its schema is not current. Run `keyward migrate` on it first.")
}

/** Identifies an installation by the hash of its secret, which does not reveal the secret. */
export async function identifyInstallation({ reader }: SourceDatabase): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from installation where name = 'secret'`.execute(reader)
  const [secret] = rows
  if (secret === undefined) throw new Error("It contains no installation: no server has run on it yet.")
  return sha256(secret.value)
}

interface PrepareOptions {
  /** Identifies the installation to copy. */
  readonly source: string
  /** Deletes the rows of an unfinished copy. */
  readonly discardsUnfinished: boolean
}

/** Requires a target that is empty or holds an unfinished copy of this installation. Returns the state of the copy. */
export async function prepareTarget(
  target: Engine,
  { source, discardsUnfinished }: PrepareOptions,
): Promise<CopyState> {
  const hasSchema = (await schemaState(target)).applied.length > 0
  if (hasSchema) await requireEmptyOrOwn(target, target.reader, { tables: [installation], source })
  if ((await findUnfinishedCopy(target, target.reader)) === undefined) await migrate(target)
  await requireCurrent(target)
  return target.transaction(async (db) => {
    await target.lockSchema(db)
    const found = await requireEmptyOrOwn(target, db, { tables: copiedTables, source })
    if (found !== undefined && !discardsUnfinished) return found
    const initialState = { source, table: installation.name, position: undefined, copied: 0 }
    if (found === undefined) await startCopy(target, db, initialState)
    await deleteAllRows(target, db)
    await storeCopyState(db, initialState)
    return initialState
  })
}

const installation: CopiedTable = { name: "installation", key: ["name"] }

interface OwnershipCheck {
  readonly tables: readonly CopiedTable[]
  readonly source: string
}

async function requireEmptyOrOwn(target: Engine, db: Database, own: OwnershipCheck): Promise<CopyState | undefined> {
  const found = await findUnfinishedCopy(target, db)
  if (found !== undefined && found.source !== own.source) {
    throw new Error("It holds the unfinished copy of another installation. Name an empty database or folder.")
  }
  if (found !== undefined) return found
  for (const { name } of own.tables) {
    const { rows } = await sql`select 1 as one from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new Error("It already contains data. Name an empty database or folder. Nothing was changed.")
  }
  return undefined
}

async function deleteAllRows({ name: engine }: Engine, db: Database): Promise<void> {
  const names = copiedTables.map(({ name }) => sql.table(name)).reverse()
  // Also empties transient tables that refer to copied ones.
  if (engine === "postgres") await sql`truncate ${sql.join(names)} cascade`.execute(db)
  else for (const name of names) await sql`delete from ${name}`.execute(db)
}
