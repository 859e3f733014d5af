import { type RawBuilder, sql } from "kysely"
import type { Database } from "../schema/schema.ts"
import { isSqlite } from "./statement.ts"

/**
 * Texts as a table `given` with the column `value`, for a subquery that looks up each of them on its own. With `in`,
 * PostgreSQL reads all rows of the workspace instead while an import fills the table, because it does not know yet how
 * many there are.
 */
export function givenTexts(db: Database, texts: readonly string[]): RawBuilder<unknown> {
  const json = JSON.stringify(texts)
  return isSqlite(db)
    ? sql`(select value from json_each(${json})) as given`
    : sql`json_array_elements_text(cast(cast(${json} as text) as json)) as given(value)`
}

/** Bounds the size of one parameter. */
export const givenAtMost = 1_000
