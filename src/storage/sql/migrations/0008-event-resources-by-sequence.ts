import type { Migration } from "./migration.ts"

/** An audit asks which objects an event is found by; until now only the opposite question had an index. */
export const eventResourcesBySequence: Migration = {
  name: "0008-event-resources-by-sequence",
  statements: () => ["create index event_resources_by_sequence on event_resources (sequence)"],
}
