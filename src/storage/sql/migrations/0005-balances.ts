import type { Migration } from "./migration.ts"

/** Moves credits from keys to balances that keys can share. A balance without `remaining` is unlimited. */
export const balances: Migration = {
  name: "0005-balances",
  // A version that reads credits from the key would treat limited keys as unlimited.
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
    // Uses the ids of `balanceIdFor`, so exports from before this migration still match.
    `insert into balances
       select 'bal_' || substr(key_id, 5), workspace_id, remaining, refill_interval, refill_amount, refill_day, refill_at
       from key_credits join keys on keys.id = key_credits.key_id`,
    `alter table keys add column balance_id ${text} references balances (id)`,
    "update keys set balance_id = 'bal_' || substr(id, 5) where id in (select key_id from key_credits)",
    "create index keys_by_balance on keys (balance_id, id) where balance_id is not null",
    "drop table key_credits",
  ],
}
