import type { Selectable, SelectQueryBuilder } from "kysely"
import type { Changes, Event } from "../../../core/model.ts"
import type { EventFilter } from "../../port/events.ts"
import { padded } from "../schema/rows.ts"
import type { Database, EventRow, Schema } from "../schema/schema.ts"
import { type ScanRange, scanInSteps } from "./scan.ts"

type Row = Selectable<EventRow>

/** The events that match a filter, newest first, or oldest first after a position. */
export function listEventRows(db: Database, filter: EventFilter): Promise<readonly Row[]> {
  const { limit, types, actorId, requestId, since, until, resourceId } = filter
  const order = orderOf(filter)
  const read = ({ after, upTo }: ScanRange<number>, most: number) => {
    let query = matching(db, filter)
    if (after !== undefined) query = query.where("sequence", order.isAscending ? ">" : "<", after)
    if (upTo !== undefined) query = query.where("sequence", order.isAscending ? "<=" : ">=", upTo)
    return query.selectAll().orderBy("sequence", order.direction).limit(most).execute()
  }
  const list = filter.switchedTo === undefined ? read : readSwitches(read, filter.switchedTo)
  const isFiltered = [types, actorId, requestId, since, until].some((value) => value !== undefined)
  if (!isFiltered || resourceId !== undefined) return list({ after: order.start, upTo: undefined }, limit)
  const skip = (position: number | undefined, rows: number) => positionAfter(db, filter, { position, rows })
  return scanInSteps({ limit, after: order.start, skip, list })
}

function orderOf({ before, after }: EventFilter) {
  const isAscending = after !== undefined
  return { isAscending, direction: isAscending ? "asc" : "desc", start: after ?? before } as const
}

type Read = (range: ScanRange<number>, most: number) => Promise<readonly Row[]>

/** The statement compares texts, which metadata can imitate. So each row is looked at, and others follow for those that are not meant. */
function readSwitches(read: Read, enabled: boolean): Read {
  return async ({ after, upTo }, most) => {
    const found: Row[] = []
    let position = after
    for (;;) {
      const wanted = most - found.length
      const rows = await read({ after: position, upTo }, wanted)
      found.push(...rows.filter(({ changes }) => isSwitchedTo(changes, enabled)))
      position = rows.at(-1)?.sequence
      if (rows.length < wanted || found.length === most) return found
    }
  }
}

function isSwitchedTo(changes: string, enabled: boolean): boolean {
  const { after }: Partial<Changes> = JSON.parse(changes)
  return after?.enabled === enabled
}

function matching(db: Database, filter: EventFilter): SelectQueryBuilder<Schema, "events", object> {
  const { workspaceId, types, switchedTo, actorId, requestId, since, until, resourceId } = filter
  let query = db.selectFrom("events")
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId)
  if (types !== undefined) query = query.where("type", "in", padded(types) as Event["type"][])
  if (switchedTo !== undefined) query = query.where("changes", "like", `%"enabled":${switchedTo}%`)
  if (actorId !== undefined) query = query.where("actor_id", "=", actorId)
  if (requestId !== undefined) query = query.where("request_id", "=", requestId)
  if (since !== undefined) query = query.where("time", ">=", since)
  if (until !== undefined) query = query.where("time", "<", until)
  if (resourceId !== undefined) {
    const named = db.selectFrom("event_resources").select("sequence").where("resource_id", "=", resourceId)
    query = query.where("sequence", "in", named)
  }
  return query
}

interface Skip {
  readonly position: number | undefined
  readonly rows: number
}

/** The number of the event that comes so many rows later. */
async function positionAfter(db: Database, filter: EventFilter, { position, rows }: Skip) {
  const { workspaceId } = filter
  const { isAscending, direction } = orderOf(filter)
  let query = db.selectFrom("events").select("sequence")
  if (position !== undefined) query = query.where("sequence", isAscending ? ">" : "<", position)
  if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId)
  const row = await query
    .orderBy("sequence", direction)
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.sequence
}
