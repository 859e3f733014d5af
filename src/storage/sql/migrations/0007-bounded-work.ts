import type { Migration } from "./migration.ts"

/** Keeps the work of one tenant small. Deleted overrides keep their rows, so the indexes hold live ones only. */
export const boundedWork: Migration = {
  name: "0007-bounded-work",
  // The indexes that it drops are replaced: every version asks for live overrides only.
  needs: "0001-foundation",
  statements: ({ text }) => [
    `alter table idempotency add column progress ${text}`,
    // With the column that it asks for, so that counting needs nothing but the index.
    `create index ratelimit_overrides_live on ratelimit_overrides (namespace_id, id, deleted_at)
       where deleted_at is null`,
    `create index ratelimit_override_patterns_live on ratelimit_overrides (namespace_id, id)
       where deleted_at is null and identifier like '%*%'`,
    // By which the tag sets of a key are counted, hour by hour.
    "create index verifications_with_tags on verifications (key_id, hour, tags_hash) where tags <> '[]'",
    "drop index ratelimit_overrides_by_namespace",
    "drop index ratelimit_override_patterns",
  ],
}
