import { sql } from "kysely"
import type { Engine } from "./engine.ts"
import { migrations } from "./migrations/index.ts"
import type { Database } from "./schema.ts"

export interface SchemaState {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /** Steps in the database that this program does not know. */
  readonly unknown: readonly string[]
}

/** The database was written by a newer version of the program. */
export class NewerSchema extends Error {
  constructor(unknown: readonly string[]) {
    super(`The database was written by a newer version of Keyward (it has ${unknown.join(", ")}). Start that version.`)
    this.name = "NewerSchema"
  }
}

/** Brings the schema up to date and returns the names of the steps it applied. */
export async function migrate(engine: Engine): Promise<readonly string[]> {
  return engine.transaction(async (db) => {
    await engine.lockSchema(db)
    await createRecord(engine, db)
    const { pending, unknown } = await compare(db)
    if (unknown.length > 0) throw new NewerSchema(unknown)
    for (const migration of migrations.filter(({ name }) => pending.includes(name))) {
      for (const statement of migration.statements(engine.words)) await sql.raw(statement).execute(db)
      await sql`insert into schema_migrations (name, applied_at) values (${migration.name}, ${Date.now()})`.execute(db)
    }
    return pending
  })
}

export async function schemaState(engine: Engine): Promise<SchemaState> {
  if (!(await hasRecord(engine))) return { applied: [], pending: migrations.map(({ name }) => name), unknown: [] }
  return compare(engine.reader)
}

async function compare(db: Database): Promise<SchemaState> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const known = migrations.map(({ name }) => name)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

async function createRecord({ words }: Engine, db: Database): Promise<void> {
  const columns = `name ${words.text} primary key, applied_at ${words.integer} not null`
  await sql.raw(words.table("if not exists schema_migrations", columns)).execute(db)
}

async function hasRecord({ name, reader }: Engine): Promise<boolean> {
  const tables =
    name === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where name = 'schema_migrations'`
      : sql<{
          name: string
        }>`select tablename as name from pg_tables where tablename = 'schema_migrations' and schemaname = current_schema()`
  return (await tables.execute(reader)).rows.length > 0
}
