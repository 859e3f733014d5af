import { expect, test } from "bun:test"
import type { Event } from "@keyward/client"
import { fixTouches, reachesMany } from "../../dashboard/src/parts/incident/fix-touches.ts"
import { timelineOf } from "../../dashboard/src/parts/incident/timeline.ts"
import { operations } from "../../src/operations/index.ts"

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

test("a fix that reaches many keys or customers asks first, by what its operation declares", () => {
  const declared = operations.flatMap(({ name, touches }) => (name in fixTouches ? [[name, touches] as const] : []))
  expect(new Map<string, unknown>(declared)).toEqual(new Map<string, unknown>(Object.entries(fixTouches)))
  const permissions = ["reports.read"]
  expect(reachesMany({ operation: "plans.updatePlan", input: { plan: "plan_1", permissions } })).toBe(true)
  expect(reachesMany({ operation: "permissions.setRolePermissions", input: { role: "role_1", permissions } })).toBe(
    true,
  )
  expect(reachesMany({ operation: "apis.updateApi", input: { apiId: "api_1", ipAllowlist: [] } })).toBe(true)
  expect(reachesMany({ operation: "keys.updateKey", input: { keyId: "key_1", enabled: true } })).toBe(false)
  expect(reachesMany({ operation: "identities.updateIdentity", input: { identity: "id_1", enabled: true } })).toBe(
    false,
  )
})
