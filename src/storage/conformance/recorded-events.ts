import { type ChainPosition, chainStart, endOfChain, followChain } from "../../core/event-chain.ts"
import { sha256 } from "../../secrets/hash.ts"
import type { EventEntry, RecordedEvent } from "../port/events.ts"
import type { Store } from "../port/store.ts"
import { mintId } from "./new-objects.ts"
import { change } from "./stored-objects.ts"

export function newEntry(workspaceId: string, members: Partial<EventEntry> = {}): EventEntry {
  return {
    type: "api.updated",
    workspaceId,
    resources: [{ type: "api", id: mintId("api") }],
    changes: { before: { name: "a" }, after: { name: "b" } },
    ...members,
  }
}

export function record(store: Store, ...entries: readonly EventEntry[]): Promise<void> {
  return change(store, entries[0]?.workspaceId, async (tx) => {
    for (const entry of entries) tx.record(entry)
  })
}

/** Follows a chain from its beginning, in small pages, and compares it with its recorded end. */
export async function checkChain(store: Store, workspaceId: string): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = []
  let position: ChainPosition = chainStart
  for (;;) {
    const page = await store.events.listChain(workspaceId, events.at(-1)?.sequence ?? 0, 7)
    if (page.length === 0) break
    for (const event of page) {
      if (event.sequence <= (events.at(-1)?.sequence ?? 0))
        throw new Error(`The event ${event.sequence} is out of order.`)
      const step = followChain(sha256, position, event)
      if (step.type !== "intact") throw new Error(`The event ${event.sequence} is ${step.type}.`)
      position = step.position
      events.push(event)
    }
  }
  const end = endOfChain(position, await store.events.findChainEnd(workspaceId))
  if (end !== "intact") throw new Error(`The end of the chain is ${end}.`)
  return events
}
