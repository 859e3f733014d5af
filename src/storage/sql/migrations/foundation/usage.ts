import type { SchemaDialect } from "../../schema/dialect.ts"

/**
 * Tallies that usage.getVerifications and usage.getRatelimits read. A row holds the parts of its period in columns, so
 * that a chart reads few rows.
 */
export function usageTables(dialect: SchemaDialect): readonly string[] {
  const { text, integer, sequence, table } = dialect
  return [
    table(
      "usage_names",
      `number ${sequence},
       workspace_id ${text} not null,
       id ${text} not null,
       parent_number ${integer}`,
    ),
    "create unique index usage_names_by_id on usage_names (workspace_id, id)",
    rows(dialect, "usage_owners", ["identity_number", "scope_number", "key_number"]),
    rows(
      dialect,
      "usage_hours",
      [...tallied, "outcome"],
      `count ${integer} not null, rolled ${integer} not null, pending ${integer} not null,
       ${slots(dialect, 60)}`,
    ),
    // Finds the hours to roll up, and those to delete.
    "create index usage_hours_by_period on usage_hours (pending, period)",
    rows(dialect, "usage_days", [...tallied, "outcome"], slots(dialect, 24)),
    rows(dialect, "usage_months", [...tallied, "outcome"], slots(dialect, 31)),
    rows(
      dialect,
      "usage_sizes",
      ["scope_number", "period", "is_identity", "number"],
      `total ${integer} not null, size ${integer} not null`,
    ),
    // Finds the largest keys and identities of a month without reading all of them.
    "create index usage_sizes_by_size on usage_sizes (scope_number, period, is_identity, size)",
    rows(
      dialect,
      "usage_label_hours",
      // The label comes before the identity, because the bound on the labels of a key counts it once for all identities.
      ["scope_number", "period", "key_number", "label_hash", "identity_number", "outcome"],
      `label ${text} not null, count ${integer} not null`,
    ),
    "create index usage_label_hours_by_period on usage_label_hours (period)",
    rows(dialect, "usage_label_places", ["scope_number", "period", "key_number"], `asked ${integer} not null`),
    rows(
      dialect,
      "usage_label_days",
      [...tallied, "label_hash", "outcome"],
      `label ${text} not null, ${slots(dialect, 24)}`,
    ),
    "create index usage_label_days_by_period on usage_label_days (period)",
  ]
}

const tallied = ["scope_number", "period", "key_number", "identity_number"]
const texts = new Set(["label_hash", "outcome"])

/** A table that is read along its key. SQLite stores it in that order; PostgreSQL gets room to change rows in place. */
function rows(dialect: SchemaDialect, name: string, key: readonly string[], more?: string): string {
  const columns = key.map((column) => `${column} ${texts.has(column) ? dialect.text : dialect.integer} not null`)
  const parts = [...columns, ...(more === undefined ? [] : [more]), `primary key (${key.join(", ")})`]
  const table = dialect.table(name, parts.join(", "))
  return dialect.engine === "sqlite" ? `${table}, without rowid` : `${table} with (fillfactor = 80)`
}

function slots({ integer }: SchemaDialect, count: number): string {
  return Array.from({ length: count }, (_, index) => `s${index} ${integer}`).join(", ")
}
