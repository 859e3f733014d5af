import type { Selectable } from "kysely"
import type { Event } from "../../../core/model.ts"
import type { EventReads, RecordedEvent } from "../../port/events.ts"
import { actorColumns, actorOf } from "../schema/actors.ts"
import { conversionFor } from "../schema/conversion.ts"
import { padded } from "../schema/rows.ts"
import type { Database, EventRow } from "../schema/schema.ts"
import { tables } from "../schema/tables.ts"
import { findPosition, listChangeRows } from "./list-changes.ts"
import { listEventRows } from "./list-events.ts"

export function eventQueries(db: Database): EventReads {
  return {
    list: async (filter) => (await listEventRows(db, filter)).map(eventOf),

    listChanges: async (query) => (await listChangeRows(db, query)).map(eventOf),
    findPosition: (workspaceId, time) => findPosition(db, workspaceId, time),

    async find(eventId, workspaceId) {
      let query = db.selectFrom("events").selectAll().where("id", "=", eventId)
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId)
      const row = await query.executeTakeFirst()
      return row && eventOf(row)
    },

    async findSequence(eventId, workspaceId) {
      let query = db.selectFrom("events").select("sequence").where("id", "=", eventId)
      if (workspaceId !== undefined) query = query.where("workspace_id", "=", workspaceId)
      return (await query.executeTakeFirst())?.sequence
    },

    ...logQueries(db),

    async listChains() {
      const rows = await db
        .selectFrom(
          db
            .selectFrom("workspaces")
            .select("id as workspace_id")
            .union(db.selectFrom("events").select("workspace_id"))
            .union(db.selectFrom("event_chains").select("workspace_id"))
            .as("known"),
        )
        .leftJoin("event_chains", "event_chains.workspace_id", "known.workspace_id")
        .select(["known.workspace_id", "length", "hash"])
        .orderBy("known.workspace_id")
        .execute()
      return rows.map(({ workspace_id, length, hash }) => ({
        workspaceId: workspace_id,
        end: length === null || hash === null ? undefined : { length, hash },
      }))
    },

    findChainEnd(workspaceId) {
      return db
        .selectFrom("event_chains")
        .select(["length", "hash"])
        .where("workspace_id", "=", workspaceId)
        .executeTakeFirst()
    },

    async listChain(workspaceId, after, limit) {
      const rows = await db
        .selectFrom("events")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("sequence", ">", after)
        .orderBy("sequence")
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        ...eventOf({ ...row, resources: "[]", changes: "null" }),
        resources: parsedOrAsItIs(row.resources) as Event["resources"],
        changes: parsedOrAsItIs(row.changes) as Event["changes"],
      }))
    },

    async listNamed(sequences) {
      if (sequences.length === 0) return []
      return db
        .selectFrom("event_resources")
        .select(["sequence", "resource_id as resourceId"])
        .where("sequence", "in", padded(sequences))
        .execute()
    },
  }
}

function parsedOrAsItIs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The log of all workspaces, for those who follow it. */
function logQueries(db: Database): Pick<EventReads, "findLatest" | "listPlaces" | "listNumbered"> {
  return {
    async findLatest() {
      const latest = await db
        .selectFrom("events")
        .select("sequence")
        .orderBy("sequence", "desc")
        .limit(1)
        .executeTakeFirst()
      return latest?.sequence ?? 0
    },

    listPlaces(after, limit) {
      return db
        .selectFrom("events")
        .select(["sequence", "workspace_id as workspaceId", "type"])
        .where("sequence", ">", after)
        .orderBy("sequence")
        .limit(limit)
        .execute()
    },

    async listNumbered(sequences) {
      if (sequences.length === 0) return []
      const numbered = db.selectFrom("events").selectAll().where("sequence", "in", padded(sequences))
      return (await numbered.orderBy("sequence").execute()).map(eventOf)
    },
  }
}

const { toObject } = conversionFor(tables.events, "sequence", ...actorColumns)

function eventOf(row: Selectable<EventRow>): RecordedEvent {
  return { ...toObject(row), sequence: row.sequence, actor: actorOf(row) }
}
