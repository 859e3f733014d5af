import { expect, test } from "bun:test"
import type { Event } from "@keyward/client"
import { timelineOf } from "../../dashboard/src/parts/incident/timeline.ts"

const minute = 60_000
const start = 1_800_000_000_000

function event(eventId: string, time: number): Event {
  return {
    ...{ eventId, time, sequence: time, type: "key.updated", requestId: `req_${time}`, workspaceId: "ws_1" },
    actor: { type: "user", id: "user_1", name: "Ann" },
    resources: [{ type: "key", id: "key_1" }],
    changes: { before: { enabled: true }, after: { enabled: false } },
  }
}

test("the timeline has a change before the refusals of its minute, and changes of one request together", () => {
  const at = start + 5 * minute + 30_000
  const changes = [event("later", start + 30 * minute), event("second", at), event("first", at)]
  const from = start + 5 * minute
  const refusals = [
    { code: "DISABLED" as const, firstAt: from, spells: [{ from, until: from + 2 * minute, count: 7 }] },
  ]
  const entries = timelineOf(refusals, changes)
  expect(entries.map((entry) => (entry.type === "change" ? entry.events.length : entry.spell.count))).toEqual([1, 7, 2])
})
