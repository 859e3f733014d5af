import type { Migration } from "./migration.ts"

/** Finds a label of a key without its identity, and knows how many labels it has without counting them. */
export const labelPlaces: Migration = {
  name: "0035-label-places",
  // The table has the same name and columns. Labels of earlier versions ask for no place, so an hour may have more of them.
  needs: "0001-foundation",
  statements: ({ engine, text, integer, table }) => {
    const stored = (created: string) =>
      engine === "sqlite" ? `${created}, without rowid` : `${created} with (fillfactor = 80)`
    const hours = table(
      "usage_label_hours_by_label",
      `scope_number ${integer} not null,
       period ${integer} not null,
       key_number ${integer} not null,
       identity_number ${integer} not null,
       label_hash ${text} not null,
       outcome ${text} not null,
       label ${text} not null,
       count ${integer} not null,
       primary key (scope_number, period, key_number, label_hash, identity_number, outcome)`,
    )
    const places = table(
      "usage_label_places",
      `scope_number ${integer} not null,
       period ${integer} not null,
       key_number ${integer} not null,
       asked ${integer} not null,
       primary key (scope_number, period, key_number)`,
    )
    return [
      stored(hours),
      "insert into usage_label_hours_by_label select * from usage_label_hours",
      "drop table usage_label_hours",
      "alter table usage_label_hours_by_label rename to usage_label_hours",
      "create index usage_label_hours_by_period on usage_label_hours (period)",
      stored(places),
    ]
  },
}
