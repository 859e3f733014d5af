import { sql } from "kysely"
import type { Engine } from "../../src/storage/sql/engine.ts"
import { migrations } from "../../src/storage/sql/migrations/index.ts"

/** Gives an empty database the schema of the version whose last step was this one. */
export async function applyStepsUntil(engine: Engine, lastStep: string): Promise<void> {
  const end = migrations.findIndex(({ name }) => name === lastStep)
  if (end === -1) throw new Error(`There is no step ${lastStep}.`)
  const { text, integer, table } = engine.dialect
  await engine.changeSchema(async (db) => {
    const record = table("schema_migrations", `name ${text} primary key, applied_at ${integer} not null, needs ${text}`)
    await sql.raw(record).execute(db)
    for (const { name, needs, ...step } of migrations.slice(0, end + 1)) {
      // No version had objects to change when its database was new.
      const statements = "statements" in step ? step.statements(engine.dialect) : []
      for (const statement of statements) await sql.raw(statement).execute(db)
      await sql`insert into schema_migrations values (${name}, 1, ${needs ?? migrations[0]?.name})`.execute(db)
    }
  })
}
