import type { Migration } from "./migration.ts"

/**
 * Finds the largest keys and identities of a month without reading all of them. Drops an index that took a third of the
 * space of days, and that PostgreSQL chose for charts although it reads the days of all workspaces.
 */
export const usageSizes: Migration = {
  name: "0017-usage-sizes",
  // Only the deletion of old days used the index, and it works without.
  needs: "0001-foundation",
  statements: ({ engine, integer, table }) => {
    const created = table(
      "usage_sizes",
      `scope_number ${integer} not null,
       period ${integer} not null,
       is_identity ${integer} not null,
       number ${integer} not null,
       total ${integer} not null,
       size ${integer} not null,
       primary key (scope_number, period, is_identity, number)`,
    )
    const days = Array.from({ length: 31 }, (_, day) => `coalesce(s${day}, 0)`).join(" + ")
    const filling = (isIdentity: number, number: string) => `insert into usage_sizes
      select scope_number, period, ${isIdentity}, ${number}, sum(${days}), 2 * sum(${days}) from usage_months
      where key_number <> 0 and outcome not in ('CREDITS', 'QUOTA', 'COARSE') group by scope_number, period, ${number}`
    return [
      engine === "sqlite" ? `${created}, without rowid` : `${created} with (fillfactor = 80)`,
      filling(0, "key_number"),
      filling(1, "identity_number"),
      "create index usage_sizes_by_size on usage_sizes (scope_number, period, is_identity, size)",
      "drop index usage_days_by_period",
    ]
  },
}
