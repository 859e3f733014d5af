import type { Migration } from "./migration.ts"

/** Credits move from keys to balances, which several keys may refer to. A balance without `remaining` is unlimited. */
export const balances: Migration = {
  name: "0005-balances",
  // A program that looks for credits at the key would take a limited key for an unlimited one.
  needs: "0005-balances",
  statements: ({ text, integer, table }) => [
    table(
      "balances",
      `id ${text} primary key,
       workspace_id ${text} not null references workspaces (id),
       remaining ${integer} check (remaining >= 0),
       refill_interval ${text},
       refill_amount ${integer},
       refill_day ${integer},
       refill_at ${integer}`,
    ),
    // The same id as `balanceIdFor` gives, so that an export from before this step fits what this step made.
    `insert into balances
       select 'bal_' || substr(key_id, 5), workspace_id, remaining, refill_interval, refill_amount, refill_day, refill_at
       from key_credits join keys on keys.id = key_credits.key_id`,
    `alter table keys add column balance_id ${text} references balances (id)`,
    "update keys set balance_id = 'bal_' || substr(id, 5) where id in (select key_id from key_credits)",
    "create index keys_by_balance on keys (balance_id, id) where balance_id is not null",
    "drop table key_credits",
  ],
}
