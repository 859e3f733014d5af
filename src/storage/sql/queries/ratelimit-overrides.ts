import { type SqlBool, sql } from "kysely"
import type { Override } from "../../../core/model.ts"
import { compileOverrides } from "../../../core/override-matcher.ts"
import type { OverrideWrites } from "../../port/ratelimits.ts"
import { conversionFor } from "../schema/conversion.ts"
import { countRows, findRow, markDeleted, padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"

/** Small pages keep the thread free while rows are parsed. */
const patternsAtOnce = 1_000

export function overrideQueries(db: Database): OverrideWrites {
  const all = (namespaceId: string) => db.selectFrom("ratelimit_overrides").where("namespace_id", "=", namespaceId)
  const live = (namespaceId: string) => all(namespaceId).where("deleted_at", "is", null)
  // A literal instead of a parameter, because the partial index only matches the literal condition.
  const patterns = (namespaceId: string) => live(namespaceId).where(sql<SqlBool>`identifier like '%*%'`)

  const listPatterns = async (namespaceId: string, after?: string): Promise<readonly Override[]> => {
    const query = patterns(namespaceId).selectAll().orderBy("id").limit(patternsAtOnce)
    const rows = await (after === undefined ? query : query.where("id", ">", after)).execute()
    const some = rows.map(toObject)
    const last = some.at(-1)
    if (last === undefined || some.length < patternsAtOnce) return some
    return [...some, ...(await listPatterns(namespaceId, last.id))]
  }
  const listEqual = async (namespaceId: string, identifiers: readonly string[]) => {
    const rows = await live(namespaceId).selectAll().where("identifier", "in", padded(identifiers)).execute()
    return rows.map(toObject)
  }

  return {
    find: (namespaceId, identifier) =>
      findRow(live(namespaceId).selectAll().where("identifier", "=", identifier), toObject),

    findDeleted: (namespaceId, identifier) =>
      findRow(
        all(namespaceId).selectAll().where("identifier", "=", identifier).where("deleted_at", "is not", null),
        toObject,
      ),

    async list(namespaceId, { limit, after }) {
      let query = live(namespaceId).selectAll()
      if (after !== undefined) query = query.where("id", ">", after)
      return (await query.orderBy("id").limit(limit).execute()).map(toObject)
    },

    listPatterns: (namespaceId) => listPatterns(namespaceId),
    listEqual,

    async matcherFor(namespaceId, identifiers) {
      const equal = await listEqual(namespaceId, identifiers)
      return compileOverrides([...equal, ...(await listPatterns(namespaceId))])
    },

    count: (namespaceId) => countRows(live(namespaceId)),
    countPatterns: (namespaceId) => countRows(patterns(namespaceId)),

    async put(namespaceId, override) {
      const { id, identifier, ...settings } = { ...toRow(override), deleted_at: null }
      await db
        .insertInto("ratelimit_overrides")
        .values({ id, namespace_id: namespaceId, identifier, ...settings })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(settings))
        .execute()
    },

    delete: markDeleted(db, "ratelimit_overrides"),
  }
}

const { toRow, toObject } = conversionFor(tables.ratelimit_overrides, "namespace_id", "deleted_at")
