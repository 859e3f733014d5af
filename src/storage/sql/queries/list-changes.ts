import { type Selectable, sql } from "kysely"
import type { ChangeQuery } from "../../port/events.ts"
import { padded } from "../schema/rows.ts"
import type { Database, EventRow } from "../schema/schema.ts"

/** An API is named by all events of its keys, and a customer too, so that what is looked for may be behind many others. */
const readAtMost = 2_000

/** The changes that match among the newest events of an object, or of the workspace, newest first. */
export function listChangeRows(db: Database, query: ChangeQuery): Promise<readonly Selectable<EventRow>[]> {
  const { workspaceId, resourceId, types, requestId, since, before, limit } = query
  const ofWorkspace = db.selectFrom("events").select("sequence").where("workspace_id", "=", workspaceId)
  const recent =
    resourceId === undefined
      ? ofWorkspace.where("sequence", "<", before).orderBy("sequence", "desc").limit(readAtMost)
      : db
          .selectFrom("event_resources")
          .select("sequence")
          .where("resource_id", "=", resourceId)
          .where("sequence", "<", before)
          .orderBy("sequence", "desc")
          .limit(readAtMost)
  let rows = db
    .selectFrom("events")
    .where("workspace_id", "=", workspaceId)
    .where("sequence", "in", db.selectFrom(recent.as("recent")).select("recent.sequence"))
    .where("type", "in", padded(types))
    .where("time", ">=", since)
  if (requestId !== undefined) rows = rows.where("request_id", "=", requestId)
  return rows.selectAll().orderBy("sequence", "desc").limit(limit).execute()
}

/** A statement looks at so many places of the log at once. */
const placesAtOnce = 16

/** Events are stored in the order of their times, so the first event that is not older is found by halving. */
export async function findPosition(db: Database, workspaceId: string, time: number): Promise<number> {
  const newest = await db
    .selectFrom("events")
    .select(["sequence", "time"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst()
  let [older, newer] = [0, (newest?.sequence ?? 0) + 1]
  if (newest === undefined || newest.time < time) return newer
  while (newer - older > 1) {
    const step = Math.max(1, Math.ceil((newer - older) / placesAtOnce))
    const places: number[] = []
    for (let place = older + step; place < newer; place += step) places.push(place)
    const times = await timesAt(db, workspaceId, places)
    const found = places.find((place) => (times.get(place) ?? time) >= time)
    older = places.findLast((place) => found === undefined || place < found) ?? older
    newer = found ?? newer
  }
  return newer
}

/** The time of the first event at each place or after it. */
async function timesAt(db: Database, workspaceId: string, places: readonly number[]) {
  const values = sql.join(
    padded(places).map((place) => sql`select cast(${place} as bigint) as place`),
    sql` union all `,
  )
  const { rows } = await sql<{ readonly place: number | string; readonly time: number | string | null }>`
    select place, (select time from events where workspace_id = ${workspaceId} and sequence >= place
      order by sequence limit 1) as time from (${values}) as places`.execute(db)
  return new Map(rows.map(({ place, time }) => [Number(place), time === null ? undefined : Number(time)]))
}
