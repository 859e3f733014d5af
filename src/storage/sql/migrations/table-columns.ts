import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import type { Database } from "../schema/schema.ts"

/** None if there is no such table. */
export async function tableColumns(
  { name }: Pick<Engine, "name">,
  db: Database,
  table: string,
): Promise<readonly string[]> {
  const columns =
    name === "sqlite"
      ? sql<{ name: string }>`select name from pragma_table_info(${table})`
      : sql<{ name: string }>`select attname as name from pg_attribute
          where attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(${table}))
            and attnum > 0 and not attisdropped`
  return (await columns.execute(db)).rows.map((column) => column.name)
}
