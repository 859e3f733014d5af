import type { Migration } from "./migration.ts"

/** Bounds the work per tenant. The indexes cover only live overrides. */
export const boundedWork: Migration = {
  name: "0007-bounded-work",
  // Replaces the dropped indexes, because every version queries only live overrides.
  needs: "0001-foundation",
  statements: ({ text }) => [
    `alter table idempotency add column progress ${text}`,
    // Includes the queried column, so counting reads only the index.
    `create index ratelimit_overrides_live on ratelimit_overrides (namespace_id, id, deleted_at)
       where deleted_at is null`,
    `create index ratelimit_override_patterns_live on ratelimit_overrides (namespace_id, id)
       where deleted_at is null and identifier like '%*%'`,
    // Counts the tag sets of a key per hour.
    "create index verifications_with_tags on verifications (key_id, hour, tags_hash) where tags <> '[]'",
    "drop index ratelimit_overrides_by_namespace",
    "drop index ratelimit_override_patterns",
  ],
}
