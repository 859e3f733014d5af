import type { Selectable } from "kysely"
import type { Actor } from "../../../core/model.ts"
import type { EventRow } from "./schema.ts"

export const actorColumns = ["actor_type", "actor_id", "actor_name", "actor_session_id"] as const

type ActorColumns = Pick<EventRow, (typeof actorColumns)[number]>

/** Omits what the actor does not have, because the hash of the event covers exactly these fields. */
export function actorOf(row: Selectable<ActorColumns>): Actor {
  return {
    type: row.actor_type,
    id: row.actor_id,
    ...(row.actor_name !== null && { name: row.actor_name }),
    ...(row.actor_session_id !== null && { sessionId: row.actor_session_id }),
  } as Actor
}

export function actorRow(actor: Actor): ActorColumns {
  return {
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: "name" in actor ? (actor.name ?? null) : null,
    actor_session_id: "sessionId" in actor ? (actor.sessionId ?? null) : null,
  }
}
