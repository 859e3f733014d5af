import { features } from "../../port/features.ts"
import type { Migration } from "./migration.ts"

/** Quotas and credits of identities, and references of payments. Older versions run until the first use. */
export const identityBalances: Migration = {
  name: features.identityBalances,
  statements({ text, integer, table }) {
    const counts = `period_from ${integer} not null,
         used ${integer} not null check (used >= 0),
         overage_used ${integer} not null check (overage_used >= 0),
         previous_from ${integer},
         previous_used ${integer},
         previous_overage_used ${integer}`
    return [
      `alter table identities add column billing_day ${integer} not null default 1`,
      `alter table identities add column quota_limit ${integer}`,
      `alter table identities add column quota_interval ${text}`,
      `alter table identities add column quota_overage ${integer}`,
      `alter table identities add column is_metered ${integer} not null default 0`,
      table(
        "identity_balances",
        `identity_id ${text} primary key references identities (id) on delete cascade,
         remaining ${integer} check (remaining >= 0),
         counted_interval ${text},
         ${counts}`,
      ),
      table(
        "identity_counts",
        `identity_id ${text} not null references identities (id) on delete cascade,
         counted_interval ${text} not null,
         ${counts},
         primary key (identity_id, counted_interval)`,
      ),
      table(
        "credit_references",
        `identity_id ${text} not null references identities (id) on delete cascade,
         reference ${text} not null,
         operation ${text} not null,
         amount ${integer},
         created_at ${integer} not null,
         primary key (identity_id, reference)`,
      ),
    ]
  },
}
