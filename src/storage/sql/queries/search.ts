import { type Expression, type SqlBool, sql } from "kysely"
import { likePattern } from "../../../core/search.ts"

/** `lower` folds only ASCII letters in both engines: always in SQLite, and with collation C in PostgreSQL. */
export function searching(search: string, ...columns: readonly string[]): Expression<SqlBool> {
  const pattern = likePattern(search)
  const matches = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}
