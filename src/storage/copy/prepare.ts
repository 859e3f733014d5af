import { sql } from "kysely"
import { sha256 } from "../../secrets/hash.ts"
import type { Engine, SourceDatabase } from "../sql/engine.ts"
import { migrate, schemaState } from "../sql/migrate.ts"
import type { Database } from "../sql/schema.ts"
import { type CopiedTable, copiedTables } from "./tables.ts"
import { beginCopy, type CopyState, findUnfinishedCopy, noteCopied } from "./unfinished.ts"

/** Rows are copied as they are, so both schemas have to be the one that this program knows. */
export async function requireCurrent(database: SourceDatabase): Promise<void> {
  const { pending, ahead, unknown } = await schemaState(database)
  const newer = [...ahead, ...unknown]
  if (newer.length > 0)
    throw new Error(`It has steps of a newer Keyward (${newer.join(", ")}). Copy with that version.`)
  if (pending.length > 0) throw new Error("Its schema is not current. Run `keyward migrate` on it first.")
}

/** What tells an installation from every other: its secret, which no other has and nobody can guess from this. */
export async function identifyInstallation({ reader }: SourceDatabase): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from installation where name = 'secret'`.execute(reader)
  const [secret] = rows
  if (secret === undefined) throw new Error("There is nothing in it yet to be copied: the service never ran on it.")
  return sha256(secret.value)
}

interface Preparation {
  /** The installation that is copied. */
  readonly source: string
  /** Removes what an unfinished copy has put there. */
  readonly discardsUnfinished: boolean
}

/** Makes sure that the target holds nothing but what a copy of this installation has put there, and says how far it is. */
export async function prepareTarget(target: Engine, { source, discardsUnfinished }: Preparation): Promise<CopyState> {
  const hasSchema = (await schemaState(target)).applied.length > 0
  if (hasSchema) await requireOwn(target, target.reader, { tables: [installation], source })
  if ((await findUnfinishedCopy(target, target.reader)) === undefined) await migrate(target)
  await requireCurrent(target)
  return target.transaction(async (db) => {
    await target.lockSchema(db)
    const found = await requireOwn(target, db, { tables: copiedTables, source })
    if (found !== undefined && !discardsUnfinished) return found
    const beginning = { source, table: installation.name, position: undefined, copied: 0 }
    if (found === undefined) await beginCopy(target, db, beginning)
    await removeAll(target, db)
    await noteCopied(db, beginning)
    return beginning
  })
}

const installation: CopiedTable = { name: "installation", key: ["name"] }

interface Ownership {
  readonly tables: readonly CopiedTable[]
  readonly source: string
}

async function requireOwn(target: Engine, db: Database, own: Ownership): Promise<CopyState | undefined> {
  const found = await findUnfinishedCopy(target, db)
  if (found !== undefined && found.source !== own.source) {
    throw new Error("It holds the unfinished copy of another installation. Name an empty database or folder.")
  }
  if (found !== undefined) return found
  for (const { name } of own.tables) {
    const { rows } = await sql`select 1 as one from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) throw new Error("It has data already. Name an empty database or folder; nothing was changed.")
  }
  return undefined
}

async function removeAll({ name: engine }: Engine, db: Database): Promise<void> {
  const names = copiedTables.map(({ name }) => sql.table(name)).reverse()
  if (engine === "postgres") await sql`truncate ${sql.join(names)}`.execute(db)
  else for (const name of names) await sql`delete from ${name}`.execute(db)
}
