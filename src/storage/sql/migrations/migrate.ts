import { type RawBuilder, sql } from "kysely"
import { isContended } from "../../port/unavailable.ts"
import type { Engine, SourceDatabase } from "../engine.ts"
import type { Database } from "../schema/schema.ts"
import { migrations } from "./index.ts"
import type { Migration, RowStep } from "./migration.ts"
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

/** Applies the missing migrations and returns the names of those that no other process has applied first. */
export async function migrate(engine: Engine): Promise<readonly string[]> {
  const pending = await retryWhileContended(() => applySchemaSteps(engine))
  const applied = pending.filter((migration) => !isRowStep(migration)).map(({ name }) => name)
  for (const step of pending.filter(isRowStep)) {
    await retryWhileContended(() => step.changeRows(engine))
    if (await retryWhileContended(() => recordRowStep(engine, step))) applied.push(step.name)
  }
  return pending.map(({ name }) => name).filter((name) => applied.includes(name))
}

/** Lock conflicts are retried, so that older nodes keep serving. */
async function retryWhileContended<T>(work: () => Promise<T>): Promise<T> {
  const givesUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isContended(error) || performance.now() > givesUpAt) throw error
      await Bun.sleep(pauseMs * (1 + Math.random()))
    }
  }
}

/** Returns all missing migrations, also those that change rows, which it does not apply. */
function applySchemaSteps(engine: Engine): Promise<readonly Migration[]> {
  return engine.changeSchema(async (db) => {
    await engine.lockSchema(db)
    if (await findUnfinishedCopy(engine, db)) throw new UnfinishedCopy()
    await createRecord(engine, db)
    const { pending: names, unknown } = await compare(db)
    if (unknown.length > 0) throw new NewerSchema(unknown)
    const pending = migrations.filter(({ name }) => names.includes(name))
    for (const migration of pending) {
      if (isRowStep(migration)) continue
      for (const statement of migration.statements(engine.dialect)) await sql.raw(statement).execute(db)
      await record(db, migration)
    }
    return pending
  })
}

function isRowStep(migration: Migration): migration is RowStep {
  return "changeRows" in migration
}

/** Returns false if another process has recorded it first. */
function recordRowStep(engine: Engine, step: RowStep): Promise<boolean> {
  return engine.changeSchema(async (db) => {
    await engine.lockSchema(db)
    if (!(await compare(db)).pending.includes(step.name)) return false
    await record(db, step)
    return true
  })
}

/** Without `needs` it records the first migration, which every version knows. */
async function record(db: Database, { name, needs }: Migration): Promise<void> {
  const values = sql`${name}, ${Date.now()}, ${needs ?? migrations[0]?.name ?? null}`
  await sql`insert into schema_migrations (name, applied_at, needs) values (${values})`.execute(db)
}

export async function schemaState(engine: SourceDatabase): Promise<SchemaState> {
  const columns = await tableColumns(engine, engine.reader, "schema_migrations")
  if (columns.length === 0) return { applied: [], pending: known(), ahead: [], unknown: [] }
  return compare(engine.reader, columns.includes("needs") ? sql.ref("needs") : sql`null`)
}

function known(): readonly string[] {
  return migrations.map(({ name }) => name)
}

interface Step {
  readonly name: string
  readonly needs: string | null
}

async function compare(db: Database, needs: RawBuilder<unknown> = sql.ref("needs")): Promise<SchemaState> {
  const { rows } = await sql<Step>`select name, ${needs} as needs from schema_migrations order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const steps = known()
  const newer = rows.filter(({ name }) => !steps.includes(name))
  const isBearable = ({ needs }: Step) => needs !== null && steps.includes(needs)
  return {
    applied,
    pending: steps.filter((name) => !applied.includes(name)),
    ahead: newer.filter(isBearable).map(({ name }) => name),
    unknown: newer.filter((step) => !isBearable(step)).map(({ name }) => name),
  }
}

async function createRecord(engine: Engine, db: Database): Promise<void> {
  const { text, integer, table } = engine.dialect
  const columns = `name ${text} primary key, applied_at ${integer} not null, needs ${text}`
  await sql.raw(table("if not exists schema_migrations", columns)).execute(db)
  // The first installations were created without this column.
  if ((await tableColumns(engine, db, "schema_migrations")).includes("needs")) return
  await sql.raw(`alter table schema_migrations add column needs ${text}`).execute(db)
}
