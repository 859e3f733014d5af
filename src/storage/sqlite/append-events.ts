import type { Database } from "bun:sqlite"
import type { ChainPosition } from "../../core/event-chain.ts"
import type { Event } from "../../core/model.ts"
import { appendEvents } from "../sql/statements/appended-events.ts"
import { boundValues, insertionTexts } from "../sql/statements/insertions.ts"

const chainEnd = "select length, hash from event_chains where workspace_id = ?"
const insertResource = "insert into event_resources (resource_id, sequence) values (?, ?)"
const updateChain = "update event_chains set length = ?, hash = ? where workspace_id = ?"

/** Numbers events, and continues the chains of their workspaces. */
export function appendTo(file: Database, events: readonly Event[]): void {
  const ends = new Map<string, ChainPosition>()
  for (const { workspaceId } of events) {
    if (ends.has(workspaceId)) continue
    const end = file.query<ChainPosition, [string]>(chainEnd).get(workspaceId)
    if (end !== null) ends.set(workspaceId, end)
  }
  const { events: rows, resources, chains } = appendEvents(events, ends)
  const insertEvent = file.query<unknown, never[]>(insertionTexts.events)
  const numbers = rows.map((row) => insertEvent.run(...(boundValues("events", row) as never[])).lastInsertRowid)
  for (const { resourceId, place } of resources) file.query(insertResource).run(resourceId, numbers[place] ?? null)
  for (const { workspaceId, length, hash } of chains) file.query(updateChain).run(length, hash, workspaceId)
}
