import { features } from "../../port/features.ts"
import type { Migration } from "./migration.ts"

/** Reservations of credits. Older versions run until the first one. */
export const reservations: Migration = {
  name: features.reservations,
  statements({ text, integer, table }) {
    const holds = [
      `reserved ${integer} not null default 0 check (reserved >= 0)`,
      `returns_at ${integer}`,
      `credits_version ${integer} not null default 0`,
    ]
    const versions = [`count_version ${integer} not null default 0`, `previous_version ${integer}`]
    const add = (name: string, columns: readonly string[]) =>
      columns.map((column) => `alter table ${name} add column ${column}`)
    return [
      ...add("balances", holds),
      ...add("identity_balances", [...versions, ...holds]),
      ...add("identity_counts", versions),
      table(
        "reservations",
        `id ${text} primary key,
         workspace_id ${text} not null references workspaces (id),
         api_id ${text} not null,
         key_id ${text} not null,
         identity_id ${text},
         cost ${integer} not null,
         expires_at ${integer} not null,
         returns_at ${integer},
         balance_id ${text},
         balance_version ${integer},
         customer_id ${text},
         quota_part ${integer},
         credits_part ${integer},
         overage_part ${integer},
         credits_version ${integer},
         counted_interval ${text},
         period_from ${integer},
         count_version ${integer},
         answer ${text}`,
      ),
      `create index reservations_of_balance on reservations (balance_id, returns_at)
         where balance_id is not null and returns_at is not null`,
      `create index reservations_of_customer on reservations (customer_id, returns_at)
         where customer_id is not null and returns_at is not null`,
      "create index reservations_by_expiry on reservations (expires_at)",
    ]
  },
}
