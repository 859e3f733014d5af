import type { AppendedEvents } from "../../sql/statements/appended-events.ts"
import { columnsOf } from "../../sql/statements/insertions.ts"
import { recordsFrom } from "../../sql/statements/row-statements.ts"
import { encode, staleIdsInParts } from "../notifications.ts"
import type { TextStatement } from "../prepared-texts.ts"
import { quoted } from "../quoted.ts"

/** Advisory lock number. The transaction that holds the lock numbers the events, so numbers follow the order of commits. */
export const eventsLock = 7_521_002

/** Notifications reach the whole database, and other schemas may hold other installations. */
export const channel = "'keyward_' || to_regnamespace(current_schema())::oid"

/**
 * Appends events and notifies every node, as text that is sent together with the commit. The server runs it without
 * waiting for the client, so a paused client cannot hold the lock that orders all events.
 */
export function appendStatements(
  { events, resources, chains }: AppendedEvents,
  staleIds: readonly string[],
): readonly TextStatement[] {
  const named = resources.map(({ resourceId, place }) => ({ resource_id: resourceId, event_id: events[place]?.id }))
  return [
    { sql: `select pg_advisory_xact_lock(${eventsLock})`, values: [] },
    { sql: insertEvents, values: [json(events), json(named)] },
    { sql: updateChains, values: [json(chains)] },
    ...notifications(staleIds),
  ]
}

const columns = columnsOf("events").join(", ")

const insertEvents = `with numbered as (
    insert into events (${columns}) select ${columns} from ${recordsFrom("events", "$1")} returning id, sequence
  ) insert into event_resources (resource_id, sequence) select given.resource_id, numbered.sequence
    from json_to_recordset(cast(cast($2 as text) as json)) as given(resource_id text, event_id text)
    join numbered on numbered.id = given.event_id`

const updateChains = `update event_chains set length = given.length, hash = given.hash
  from json_to_recordset(cast(cast($1 as text) as json)) as given("workspaceId" text, length bigint, hash text)
  where event_chains.workspace_id = given."workspaceId"`

const notifyPart = `select pg_notify(${channel}, $1)`

/** Only the last part carries the number, which says that a node has applied all of them. */
const notifyLast = `select pg_notify(${channel},
  '["change",' || currval(pg_get_serial_sequence('events', 'sequence')) || ',' || cast($1 as text) || ']')`

function notifications(staleIds: readonly string[]): readonly TextStatement[] {
  const parts = staleIdsInParts(staleIds)
  return [
    ...parts.slice(0, -1).map((part) => ({ sql: notifyPart, values: [quoted(encode(["change", 0, part]))] })),
    { sql: notifyLast, values: [json(parts.at(-1) ?? [])] },
  ]
}

function json(value: unknown): string {
  return quoted(JSON.stringify(value))
}
