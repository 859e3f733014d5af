import type { Event } from "../../../core/model.ts"
import { staleIdsOf } from "../../cache/stale-ids.ts"
import type { EventEntry } from "../../port/events.ts"
import type { TransactionScope } from "../../port/store.ts"
import type { RecordedChange } from "../statements/appended-events.ts"

type Scope = Pick<TransactionScope, "actor" | "now" | "requestId">

/** The events of a change, and the records that they make stale. */
export function recordedChange(
  entries: readonly EventEntry[],
  scope: Scope,
  mintEventId: () => string,
): RecordedChange {
  return {
    events: entries.map((entry) => eventOf(entry, scope, mintEventId())),
    staleIds: [...new Set(entries.flatMap((entry) => staleIdsOf(entry, scope)))],
  }
}

function eventOf(entry: EventEntry, scope: Scope, id: string): Event {
  const actor = entry.actor ?? scope.actor
  return {
    id,
    type: entry.type,
    time: scope.now,
    actor,
    workspaceId: entry.workspaceId,
    resources: entry.resources,
    requestId: actor.type === "system" ? null : scope.requestId,
    changes: entry.changes,
  }
}
