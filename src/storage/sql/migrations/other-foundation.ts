import { sql } from "kysely"
import type { SourceDatabase } from "../engine.ts"
import type { Database } from "../schema/schema.ts"
import { migrations } from "./index.ts"
import { tableColumns } from "./table-columns.ts"

/** The database began with other tables than those of this version, so it is neither read nor changed. */
class OtherFoundation extends Error {
  constructor(names: readonly string[]) {
    const maker = names.includes("0001-foundation") ? "commit e7fa7fc4" : "the commit that made it"
    super(
      `This database was made before 0.1.0. Move it away and start with an empty one; ${maker} still serves it, ` +
        "and its `keyward export` is read here (no people, usage, webhook secrets).",
    )
    this.name = "OtherFoundation"
  }
}

/** Throws if the database has tables of Keyward that another foundation made. */
export async function requireOwnFoundation(
  { name: engine }: Pick<SourceDatabase, "name">,
  db: Database,
): Promise<void> {
  if ((await tableColumns({ name: engine }, db, "schema_migrations")).length === 0) return
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const [{ name: own }] = migrations
  const names = rows.map(({ name }) => name)
  if (names.length > 0 && !names.includes(own)) throw new OtherFoundation(names)
}
