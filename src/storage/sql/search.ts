import { type Expression, type SqlBool, sql } from "kysely"
import { likePattern } from "../../core/search.ts"

/** `lower` folds ASCII letters only: always in SQLite, and under collation C in Postgres. */
export function searching(search: string, ...columns: readonly string[]): Expression<SqlBool> {
  const pattern = likePattern(search)
  const matches = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}
