import type { Migration } from "./migration.ts"

/** An audit looks up the objects of an event, which had no index. */
export const eventResourcesBySequence: Migration = {
  name: "0008-event-resources-by-sequence",
  statements: () => ["create index event_resources_by_sequence on event_resources (sequence)"],
}
