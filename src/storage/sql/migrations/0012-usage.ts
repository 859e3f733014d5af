import type { SqlDialect } from "../schema/dialect.ts"
import type { Migration } from "./migration.ts"

/**
 * Tallies that usage.getVerifications and usage.getRatelimits read. A row holds the parts of its period in columns, so
 * that a chart reads few rows. `verifications` stays, because older nodes still write to it during an upgrade.
 */
export const usage: Migration = {
  name: "0012-usage",
  statements: (dialect) => [
    dialect.table(
      "usage_names",
      `number ${dialect.sequence},
       workspace_id ${dialect.text} not null,
       id ${dialect.text} not null,
       parent_number ${dialect.integer}`,
    ),
    "create unique index usage_names_by_id on usage_names (workspace_id, id)",
    rows(dialect, "usage_owners", ["identity_number", "scope_number", "key_number"], ""),
    rows(
      dialect,
      "usage_hours",
      [...tallied, "outcome"],
      `count ${dialect.integer} not null, rolled ${dialect.integer} not null, pending ${dialect.integer} not null,
       ${slots(dialect, 60)}`,
    ),
    // Finds the hours to roll up, and those to delete.
    "create index usage_hours_by_period on usage_hours (pending, period)",
    rows(dialect, "usage_days", [...tallied, "outcome"], slots(dialect, 24)),
    "create index usage_days_by_period on usage_days (period)",
    rows(dialect, "usage_months", [...tallied, "outcome"], slots(dialect, 31)),
    rows(
      dialect,
      "usage_label_hours",
      [...tallied, "label_hash", "outcome"],
      `label ${dialect.text} not null, count ${dialect.integer} not null`,
    ),
    "create index usage_label_hours_by_period on usage_label_hours (period)",
    rows(
      dialect,
      "usage_label_days",
      [...tallied, "label_hash", "outcome"],
      `label ${dialect.text} not null, ${slots(dialect, 24)}`,
    ),
    "create index usage_label_days_by_period on usage_label_days (period)",
  ],
}

const tallied = ["scope_number", "period", "key_number", "identity_number"]
const texts = new Set(["label_hash", "outcome"])

/** A table that is read along its key. SQLite stores it in that order; PostgreSQL gets room to change rows in place. */
function rows(dialect: SqlDialect, name: string, key: readonly string[], more: string): string {
  const columns = key.map((column) => `${column} ${texts.has(column) ? dialect.text : dialect.integer} not null`)
  const parts = [...columns, ...(more === "" ? [] : [more]), `primary key (${key.join(", ")})`]
  const table = dialect.table(name, parts.join(", "))
  return dialect.engine === "sqlite" ? `${table}, without rowid` : `${table} with (fillfactor = 80)`
}

function slots({ integer }: SqlDialect, count: number): string {
  return Array.from({ length: count }, (_, index) => `s${index} ${integer}`).join(", ")
}
