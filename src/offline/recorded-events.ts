import type { Config } from "../config.ts"
import { configuredLocation } from "../storage/location.ts"
import { requireCurrentSchema, withDatabase } from "../storage/open.ts"
import type { EventReads } from "../storage/port/events.ts"
import { eventQueries } from "../storage/sql/queries/events.ts"

export type RecordedEvents = EventReads

/** Reads the recorded events without serving. A server may run on the same database. */
export function withRecordedEvents<T>(config: Config, work: (events: RecordedEvents) => Promise<T>): Promise<T> {
  return withDatabase(configuredLocation(config), {}, async (engine) => {
    await requireCurrentSchema(engine)
    return work(eventQueries(engine.reader))
  })
}
