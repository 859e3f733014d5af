import { type RawBuilder, sql } from "kysely"
import type { MonthTally, UsageWrites } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import type { SqlDialect } from "../schema/dialect.ts"
import { addingOwners, addingUsage, namesIn } from "./adding-usage.ts"
import { knownOwners } from "./known-owners.ts"
import type { UsageNames } from "./usage-names.ts"

export function usageWrites(engine: Engine, names: UsageNames): UsageWrites {
  const owners = knownOwners()
  return {
    async add(usage) {
      const { keys, previousSecrets, rootKeys, months, verifications } = usage
      const { dialect } = engine
      const adding = (rows: readonly unknown[], statement: Statement) =>
        rows.length > 0 ? [statement(dialect, JSON.stringify(rows))] : []
      const numberOf = await names.numbersOf(namesIn(usage))
      const newOwners = owners.unknownIn(verifications)
      await engine.write([
        ...adding([...keys].map(use), touchKeys),
        ...adding([...previousSecrets].map(use), touchPreviousSecrets),
        ...adding([...rootKeys].map(use), touchRootKeys),
        ...(newOwners.length > 0 ? [addingOwners(dialect, newOwners, numberOf)] : []),
        ...addingUsage(dialect, usage, numberOf),
        ...adding(months.map(monthRow), addMonths),
      ])
      owners.remember(newOwners)
    },

    async verificationsIn(workspaceId, month) {
      const row = await engine.pointReader
        .selectFrom("verification_counts")
        .select("count")
        .where("workspace_id", "=", workspaceId)
        .where("month", "=", month)
        .executeTakeFirst()
      return row?.count ?? 0
    },

    admitVerification(workspaceId, month, limit) {
      if (limit < 1) return Promise.resolve(false)
      return engine.transaction(
        async (db) => {
          const row = await db
            .insertInto("verification_counts")
            .values({ workspace_id: workspaceId, month, count: 1 })
            .onConflict((conflict) =>
              conflict
                .columns(["workspace_id", "month"])
                .doUpdateSet({ count: sql`verification_counts.count + 1` })
                .where("verification_counts.count", "<", limit),
            )
            .returning("count")
            .executeTakeFirst()
          return row !== undefined
        },
        { lane: `quota of ${workspaceId}` },
      )
    },
  }
}

/** Every node locks rows in the same order, which prevents deadlocks. */
type Statement = (dialect: SqlDialect, json: string) => RawBuilder<unknown>

const use = ([id, usedAt]: readonly [string, number]) => ({ id, used_at: usedAt })
const monthRow = ({ workspaceId, month, count }: MonthTally) => ({ workspace_id: workspaceId, month, tally: count })

/**
 * A key may have been erased since its last use. A key that a change is erasing is skipped: that change may erase another of
 * these keys next, and then both would wait for each other until PostgreSQL ends one of them after a second.
 */
function touchKeys(dialect: SqlDialect, json: string) {
  const uses = dialect.jsonRows(json, { id: "text", used_at: "integer" })
  return sql`insert into key_usage (key_id, last_used_at)
    select r.id, r.used_at from ${uses} as r join keys on keys.id = r.id where true
    order by r.id ${skippingLocked(dialect)} on conflict (key_id) do update set last_used_at = excluded.last_used_at
    where key_usage.last_used_at < excluded.last_used_at`
}

/** A use of a previous secret is one of the key too, which another statement stores. */
function touchPreviousSecrets(dialect: SqlDialect, json: string) {
  const uses = dialect.jsonRows(json, { id: "text", used_at: "integer" })
  return sql`insert into key_usage (key_id, last_used_at, previous_last_used_at)
    select r.id, r.used_at, r.used_at from ${uses} as r join keys on keys.id = r.id where true
    order by r.id ${skippingLocked(dialect)}
    on conflict (key_id) do update set previous_last_used_at = excluded.previous_last_used_at
    where coalesce(key_usage.previous_last_used_at, 0) < excluded.previous_last_used_at`
}

function skippingLocked({ engine }: SqlDialect): RawBuilder<unknown> {
  return sql.raw(engine === "postgres" ? "for key share of keys skip locked" : "")
}

function touchRootKeys(dialect: SqlDialect, json: string) {
  const uses = dialect.jsonRows(json, { id: "text", used_at: "integer" })
  return sql`insert into root_key_usage (root_key_id, last_used_at)
    select r.id, r.used_at from ${uses} as r where true
    order by r.id on conflict (root_key_id) do update set last_used_at = excluded.last_used_at
    where root_key_usage.last_used_at < excluded.last_used_at`
}

function addMonths(dialect: SqlDialect, json: string) {
  const tallies = dialect.jsonRows(json, { workspace_id: "text", month: "text", tally: "integer" })
  return sql`insert into verification_counts (workspace_id, month, count)
    select r.workspace_id, r.month, r.tally from ${tallies} as r where true
    order by r.workspace_id, r.month
    on conflict (workspace_id, month) do update set count = verification_counts.count + excluded.count`
}
