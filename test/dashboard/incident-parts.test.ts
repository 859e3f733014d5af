import { describe, expect, test } from "bun:test"
import type { Event } from "@keyward/client"
import { causeOf } from "../../dashboard/src/parts/incident/causes.ts"
import { incidentInterval } from "../../dashboard/src/parts/incident/incident-interval.ts"
import { reasonsOf } from "../../dashboard/src/parts/incident/reasons.ts"
import { timelineOf } from "../../dashboard/src/parts/incident/timeline.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = 1_800_000_000_000

/** Counts of one reason by minute: the minute, and how many. */
function usage(...refusals: readonly (readonly [code: "DISABLED" | "RATE_LIMITED" | "VALID", at: object])[]) {
  const times = Array.from({ length: 1_440 }, (_, index) => start + index * minute)
  const groups = refusals.map(([code, at]) => {
    const counts = times.map((_, index) => Number(new Map(Object.entries(at)).get(String(index)) ?? 0))
    const total = counts.reduce((sum, count) => sum + count, 0)
    return { code, counts, total, credits: 0, creditCounts: counts.map(() => 0) }
  })
  return { times, interval: "minute" as const, groups }
}

describe("reasons", () => {
  test("each has its count, its first and last minute and its spells, and the latest comes first", () => {
    const at = { 5: 3, 6: 4, 9: 1, 400: 2 }
    const reasons = reasonsOf(usage(["VALID", { 1: 9 }], ["RATE_LIMITED", { 2: 1 }], ["DISABLED", at]))
    expect(reasons.map(({ code, total }) => [code, total])).toEqual([
      ["DISABLED", 10],
      ["RATE_LIMITED", 1],
    ])
    const [disabled] = reasons
    expect(disabled).toMatchObject({
      first: start + 5 * minute,
      firstEnd: start + 6 * minute,
      last: start + 400 * minute,
    })
    expect(disabled?.spells).toEqual([
      { code: "DISABLED", from: start + 5 * minute, until: start + 10 * minute, stepMs: minute, count: 8 },
      { code: "DISABLED", from: start + 400 * minute, until: start + 401 * minute, stepMs: minute, count: 2 },
    ])
  })

  test("rare refusals over a whole day are few spells, and none is lost", () => {
    const rare = Object.fromEntries(Array.from({ length: 72 }, (_, index) => [index * 20, 1]))
    const [reason] = reasonsOf(usage(["DISABLED", rare]))
    expect(reason?.spells.length).toBeLessThanOrEqual(8)
    expect(reason?.spells.reduce((sum, { count }) => sum + count, 0)).toBe(72)
  })
})

function event(fields: { readonly type: string; readonly time: number } & Partial<Event>): Event {
  return {
    eventId: `${fields.type} ${fields.time}`,
    sequence: fields.time,
    actor: { type: "user", id: "user_1", name: "Ann" },
    workspaceId: "ws_1",
    resources: [{ type: fields.type.split(".")[0] ?? "", id: "key_1" }],
    changes: { before: {}, after: {} },
    ...fields,
  }
}

const switched = (enabled: boolean) => ({ before: { enabled: !enabled }, after: { enabled } })

describe("causes", () => {
  const refusals = { code: "DISABLED" as const, before: start + minute, keyIds: new Set(["key_1"]), queries: [] }
  const disabled = event({ type: "key.updated", time: start, changes: switched(false) })

  test("the last change that bears on the reason, in the same minute too, but not after it", () => {
    const renamed = event({
      type: "key.updated",
      time: start + 1,
      changes: { before: { name: "a" }, after: { name: "b" } },
    })
    const again = event({ type: "key.updated", time: start + 2 * minute, changes: switched(false) })
    const enabled = event({ type: "key.updated", time: start + 2, changes: switched(true) })
    expect(causeOf(refusals, [again, enabled, renamed, disabled])).toBe(disabled)
    expect(causeOf(refusals, [again, enabled, renamed])).toBeUndefined()
  })

  test("a change of another key of the customer is none, but one of the customer is", () => {
    const other = event({
      type: "key.updated",
      time: start + 5,
      changes: switched(false),
      resources: [
        { type: "key", id: "key_2" },
        { type: "identity", id: "id_1" },
      ],
    })
    const customer = event({
      type: "identity.updated",
      time: start + 3,
      changes: switched(false),
      resources: [{ type: "identity", id: "id_1" }],
    })
    expect(causeOf(refusals, [other, customer, disabled])).toBe(customer)
    expect(causeOf({ ...refusals, keyIds: undefined }, [other, customer, disabled])).toBe(other)
  })

  test("a role that has lost a permission which was asked for, but no other role", () => {
    const lost = (...permissions: readonly string[]) =>
      event({ type: "role.updated", time: start, changes: { before: { permissions }, after: { permissions: [] } } })
    const asked = {
      ...refusals,
      code: "INSUFFICIENT_PERMISSIONS" as const,
      queries: ["(reports.read OR admin) AND a.b"],
    }
    const [taken, other] = [lost("x.y", "reports.read"), lost("reports.write")]
    expect(causeOf(asked, [other, taken])).toBe(taken)
    expect(causeOf(refusals, [other, taken])).toBeUndefined()
  })

  test("a removed limit, an ended rotation and a creation count where they matter", () => {
    const unlimited = event({
      type: "key.updated",
      time: start,
      changes: { before: { ratelimits: [{ name: "requests" }] }, after: {} },
    })
    const finished = event({ type: "key.rotation_finished", time: start })
    const created = event({
      type: "key.created",
      time: start,
      changes: { before: null, after: { enabled: true, permissions: [], credits: { remaining: 5 }, identity: {} } },
    })
    const all = [created, finished, unlimited]
    const cause = (code: Parameters<typeof causeOf>[0]["code"]) => causeOf({ ...refusals, code }, all)
    expect(cause("RATE_LIMITED")).toBe(unlimited)
    expect(cause("EXPIRED")).toBe(finished)
    expect(cause("USAGE_EXCEEDED")).toBe(created)
    expect(cause("INSUFFICIENT_PERMISSIONS")).toBeUndefined()
    expect(cause("DISABLED")).toBeUndefined()
  })
})

test("the timeline has a change before the refusals of its minute, and changes of one request together", () => {
  const at = { requestId: "req_1", changes: switched(false) }
  const first = event({ type: "key.updated", time: start + 5 * minute + 30_000, ...at })
  const second = event({ ...first, eventId: "second" })
  const later = event({ type: "key.updated", time: start + 30 * minute, changes: switched(true) })
  const entries = timelineOf(reasonsOf(usage(["DISABLED", { 5: 3, 6: 4 }])), [later, second, first])
  expect(entries.map((entry) => (entry.type === "change" ? entry.events.length : entry.spell.count))).toEqual([1, 7, 2])
})

test("a day is counted by minute, as long as minutes are kept, and never in more than 1,500 intervals", () => {
  expect(incidentInterval({ from: start - day }, start)).toBe("minute")
  expect(incidentInterval({ from: start - 50 * hour, to: start - 49 * hour }, start)).toBe("hour")
  expect(incidentInterval({ from: start - 60 * day }, start)).toBe("hour")
  expect(incidentInterval({ from: start - 61 * day }, start)).toBe("day")
  expect(incidentInterval({ from: start - 410 * day, to: start - 405 * day }, start)).toBe("day")
})
