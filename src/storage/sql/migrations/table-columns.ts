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
      : sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_name = ${table} and table_schema = current_schema()`
  return (await columns.execute(db)).rows.map((column) => column.name)
}
