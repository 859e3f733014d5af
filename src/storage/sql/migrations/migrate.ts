import { sql } from "kysely"
import { isContended } from "../../port/unavailable.ts"
import type { Engine, SourceDatabase } from "../engine.ts"
import type { Database } from "../schema/schema.ts"
import { migrations } from "./index.ts"
import type { Migration } from "./migration.ts"
import { requireOwnFoundation } from "./other-foundation.ts"
import { tableColumns } from "./table-columns.ts"
import { findUnfinishedCopy, UnfinishedCopy } from "./unfinished-copy.ts"

export interface SchemaState {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /** Migrations of a newer version with which this version is compatible. */
  readonly ahead: readonly string[]
  /** Migrations of a newer version that removed something this version needs. */
  readonly unknown: readonly string[]
}

/** A newer version of Keyward has changed the database. */
export class NewerSchema extends Error {
  constructor(unknown: readonly string[]) {
    super(`The database was written by a newer version of Keyward (it has ${unknown.join(", ")}). Start that version.`)
    this.name = "NewerSchema"
  }
}

const patienceMs = 30_000
const pauseMs = 100

/** Applies the missing migrations and returns their names. Lock conflicts are retried, so that older nodes keep serving. */
export async function migrate(engine: Engine): Promise<readonly string[]> {
  const givesUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await engine.changeSchema((db) => applyPending(engine, db))
    } catch (error) {
      if (!isContended(error) || performance.now() > givesUpAt) throw error
      await Bun.sleep(pauseMs * (1 + Math.random()))
    }
  }
}

async function applyPending(engine: Engine, db: Database): Promise<readonly string[]> {
  await engine.lockSchema(db)
  await requireOwnFoundation(engine, db)
  if (await findUnfinishedCopy(engine, db)) throw new UnfinishedCopy()
  await createRecord(engine, db)
  const { pending: names, unknown } = await compare(db)
  if (unknown.length > 0) throw new NewerSchema(unknown)
  for (const migration of migrations.filter(({ name }) => names.includes(name))) {
    for (const statement of migration.statements(engine.dialect)) await sql.raw(statement).execute(db)
    await record(db, migration)
  }
  return names
}

/** Without `needs` it records the first migration, which every version knows. */
async function record(db: Database, { name, needs = migrations[0].name }: Migration): Promise<void> {
  const values = sql`${name}, ${Date.now()}, ${needs}`
  await sql`insert into schema_migrations (name, applied_at, needs) values (${values})`.execute(db)
}

export async function schemaState(engine: SourceDatabase): Promise<SchemaState> {
  await requireOwnFoundation(engine, engine.reader)
  const columns = await tableColumns(engine, engine.reader, "schema_migrations")
  return columns.length === 0
    ? { applied: [], pending: migrations.map(({ name }) => name), ahead: [], unknown: [] }
    : compare(engine.reader)
}

interface Step {
  readonly name: string
  readonly needs: string | null
}

async function compare(db: Database): Promise<SchemaState> {
  const { rows } = await sql<Step>`select name, needs from schema_migrations order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const known = migrations.map(({ name }) => name)
  const newer = rows.filter(({ name }) => !known.includes(name))
  const isBearable = ({ needs }: Step) => needs !== null && known.includes(needs)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    ahead: newer.filter(isBearable).map(({ name }) => name),
    unknown: newer.filter((step) => !isBearable(step)).map(({ name }) => name),
  }
}

async function createRecord({ dialect: { text, integer, table } }: Engine, db: Database): Promise<void> {
  const columns = `name ${text} primary key, applied_at ${integer} not null, needs ${text}`
  await sql.raw(table("if not exists schema_migrations", columns)).execute(db)
}
