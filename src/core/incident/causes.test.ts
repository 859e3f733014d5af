import { describe, expect, test } from "bun:test"
import type { Code } from "../../contract/verdicts.ts"
import type { Event } from "../model.ts"
import { causeOf, type RefusedCalls } from "./causes.ts"
import { type CodeCounts, onsetOf, refusalsIn } from "./refusals.ts"

const minute = 60_000
const start = 1_800_000_000_000

/** Counts by minute of a day: the minute, and how many. */
function counted(...some: readonly (readonly [code: Code, at: Readonly<Record<number, number>>])[]): CodeCounts {
  const times = Array.from({ length: 1_440 }, (_, index) => start + index * minute)
  return {
    times,
    stepMs: minute,
    groups: some.map(([code, at]) => ({ code, counts: times.map((_, index) => at[index] ?? 0) })),
  }
}

describe("refusals", () => {
  test("each code has its count, its first and last minute and its spells, and the most refused comes first", () => {
    const all = counted(["VALID", { 1: 9 }], ["RATE_LIMITED", { 2: 1 }], ["DISABLED", { 5: 3, 6: 4, 9: 1, 400: 2 }])
    const reasons = refusalsIn(all, start)
    expect(reasons.map(({ code, count }) => [code, count])).toEqual([
      ["DISABLED", 10],
      ["RATE_LIMITED", 1],
    ])
    expect(reasons[0]).toMatchObject({
      first: { from: start + 5 * minute, until: start + 6 * minute },
      last: { from: start + 400 * minute, until: start + 401 * minute },
      spells: [
        { from: start + 5 * minute, until: start + 10 * minute, count: 8 },
        { from: start + 400 * minute, until: start + 401 * minute, count: 2 },
      ],
    })
    // The time before is counted only to see whether it was quiet.
    expect(refusalsIn(all, start + 100 * minute)).toMatchObject([{ code: "DISABLED", count: 2 }])
  })

  test("rare refusals over a whole day are few spells, and none is lost", () => {
    const rare = Object.fromEntries(Array.from({ length: 72 }, (_, index) => [index * 20, 1]))
    const [reason] = refusalsIn(counted(["DISABLED", rare]), start)
    expect(reason?.spells.length).toBeLessThanOrEqual(8)
    expect(reason?.spells.reduce((sum, { count }) => sum + count, 0)).toBe(72)
  })

  test("begin in the newest minute after an hour without any", () => {
    const onset = (at: Readonly<Record<number, number>>) => onsetOf(counted(["DISABLED", at]), "DISABLED", start)?.from
    expect(onset({ 100: 1, 101: 1, 170: 1 })).toBe(start + 170 * minute)
    expect(onset({ 100: 1, 101: 1, 160: 1 })).toBe(start + 100 * minute)
    expect(onset({ 59: 1 })).toBeUndefined()
    expect(onset({})).toBeUndefined()
  })
})

const began = 100
function event(fields: { readonly type: Event["type"]; readonly time: number } & Partial<Event>): Event {
  return {
    id: `${fields.type} ${fields.time}`,
    actor: { type: "system", id: "import" },
    workspaceId: "ws_1",
    resources: [{ type: "key", id: "key_1" }],
    requestId: null,
    changes: { before: {}, after: {} },
    ...fields,
  }
}

function refused(code: Code, fields: Partial<RefusedCalls> = {}): RefusedCalls {
  const from = start + began * minute
  return {
    ...{ code, onset: { from, until: from + minute }, firstAt: undefined, newest: undefined },
    counted: counted([code, { [began]: 3, 101: 5 }]),
    keyIds: new Set(["key_1"]),
    listsBefore: new Map(),
    ...fields,
  }
}

const at = (minutes: number) => start + minutes * minute
const switched = (enabled: boolean) => ({ before: { enabled: !enabled }, after: { enabled } })
const call = (fields: object = {}) => ({ ip: null, exceeded: [], missing: null, ...fields })

describe("causes", () => {
  const disabled = event({ type: "key.updated", time: at(99), changes: switched(false) })

  test("a change at most five minutes before the first refusal, and certain if it alone refuses the call", () => {
    const causeAt = (time: number) => causeOf(refused("DISABLED"), [event({ ...disabled, time })])
    expect(causeOf(refused("DISABLED"), [disabled])).toEqual({ event: disabled, isCertain: true })
    expect(causeAt(at(95))?.isCertain).toBe(true)
    expect(causeAt(at(95) - 1)).toBeUndefined()
    // Within the minute of the first refusal, nobody knows what came first, unless the log does.
    expect(causeAt(at(100) + 30_000)?.isCertain).toBe(false)
    expect(causeAt(at(101))).toBeUndefined()
    const logged = refused("DISABLED", { firstAt: at(100) + 20_000 })
    expect(causeOf(logged, [event({ ...disabled, time: at(100) + 30_000 })])).toBeUndefined()
    expect(causeOf(logged, [event({ ...disabled, time: at(100) + 10_000 })])?.isCertain).toBe(true)
  })

  test("no change is one if calls were refused in the hour before it", () => {
    const before = refused("DISABLED", { counted: counted(["DISABLED", { 40: 1, 100: 3 }]) })
    expect(causeOf(before, [disabled])).toBeUndefined()
    expect(causeOf({ ...before, counted: counted(["DISABLED", { 38: 1, 100: 3 }]) }, [disabled])?.event).toBe(disabled)
  })

  test("a change of another key, and one that lets more in, are none", () => {
    const other = event({ ...disabled, resources: [{ type: "key", id: "key_2" }] })
    const enabled = event({ ...disabled, changes: switched(true) })
    const renamed = event({ ...disabled, changes: { before: { name: "a" }, after: { name: "b" } } })
    expect(causeOf(refused("DISABLED"), [other, enabled, renamed])).toBeUndefined()
    const topUp = event({
      ...disabled,
      changes: { before: { credits: { remaining: 1 } }, after: { credits: { remaining: 9 } } },
    })
    expect(causeOf(refused("USAGE_EXCEEDED"), [topUp])).toBeUndefined()
    const created = event({ type: "key.created", time: at(99), changes: { before: null, after: { enabled: true } } })
    expect(causeOf(refused("DISABLED"), [created])).toBeUndefined()
  })

  test("a role that has lost a permission which was asked for, but no other role", () => {
    const lost = (...permissions: readonly string[]) =>
      event({
        ...{ type: "role.updated", time: at(99), resources: [{ type: "role", id: permissions.join() }] },
        changes: { before: { permissions }, after: {} },
      })
    const [taken, other] = [lost("x.y", "reports.read"), lost("reports.write")]
    const asked = refused("INSUFFICIENT_PERMISSIONS", { newest: call({ missing: "(reports.read OR admin) AND a.b" }) })
    expect(causeOf(asked, [other, taken])).toEqual({ event: taken, isCertain: true })
    expect(causeOf(refused("INSUFFICIENT_PERMISSIONS"), [other, taken])).toEqual({ event: other, isCertain: false })
    expect(causeOf(refused("DISABLED"), [other, taken])).toBeUndefined()
  })

  test("of several changes, the one that refuses the call; two that do leave it uncertain", () => {
    const list = (ipAllowlist: readonly string[], time: number) =>
      event({
        type: "api.updated",
        time,
        resources: [{ type: "api", id: "api_1" }],
        changes: { before: { ipAllowlist }, after: {} },
      })
    const from = refused("FORBIDDEN", { newest: call({ ip: "203.0.113.7" }) })
    const [taken, other] = [list(["203.0.113.0/24"], at(97)), list(["192.0.2.0/24"], at(98))]
    expect(causeOf(from, [other, taken])).toEqual({ event: taken, isCertain: true })
    expect(causeOf(from, [list(["203.0.113.7"], at(99)), other, taken])?.isCertain).toBe(false)
  })

  test("a limit that became new, lower or longer, but none that was raised", () => {
    const limit = (terms: object) => ({ name: "requests", limit: 100, duration: minute, autoApply: true, ...terms })
    const changed = (before: readonly object[], after: readonly object[]) =>
      event({
        type: "key.updated",
        time: at(99),
        changes: { before: { ratelimits: before }, after: { ratelimits: after } },
      })
    const from = refused("RATE_LIMITED", { newest: call({ exceeded: ["requests"] }) })
    const certain = (change: Event) => causeOf(from, [change])?.isCertain
    expect(certain(changed([limit({})], [limit({ limit: 200 })]))).toBeUndefined()
    expect(certain(changed([limit({})], [limit({ duration: minute / 2 })]))).toBeUndefined()
    expect(certain(changed([limit({})], [limit({ limit: 99 })]))).toBe(true)
    expect(certain(changed([limit({})], [limit({ limit: 200, duration: 60 * minute })]))).toBe(true)
    expect(certain(changed([], [limit({})]))).toBe(true)
    expect(certain(changed([], [limit({ name: "tokens" })]))).toBeUndefined()
    // The customer may have a lower one of this name, which applies now.
    expect(certain(changed([limit({})], []))).toBe(false)
    const raisedAndLowered = changed(
      [limit({}), limit({ name: "tokens" })],
      [limit({ limit: 200 }), limit({ name: "tokens", limit: 1 })],
    )
    expect(certain(raisedAndLowered)).toBeUndefined()
  })

  test("a list of addresses that began or lost the address, but none that grew or was emptied", () => {
    const changed = (before: Event["changes"]["before"], after: Event["changes"]["after"]) =>
      event({ type: "key.updated", time: at(99), changes: { before, after } })
    const certain = (change: Event, before: readonly string[] | undefined) => {
      const listsBefore = new Map(before === undefined ? [] : [[change.id, before]])
      return causeOf(refused("FORBIDDEN", { newest: call({ ip: "203.0.113.7" }), listsBefore }), [change])?.isCertain
    }
    const added = changed({}, { ipAllowlist: ["10.0.0.2"] })
    expect(certain(added, ["10.0.0.1"])).toBeUndefined()
    expect(certain(added, [])).toBe(true)
    // The key was deleted since.
    expect(certain(added, undefined)).toBeUndefined()
    const replaced = changed({ ipAllowlist: ["203.0.113.7"] }, { ipAllowlist: ["10.0.0.2"] })
    expect(certain(replaced, ["203.0.113.7"])).toBe(true)
    expect(certain(replaced, ["203.0.113.7", "203.0.113.0/24"])).toBe(false)
    expect(certain(changed({ ipAllowlist: ["203.0.113.7"] }, {}), ["203.0.113.7"])).toBeUndefined()
  })
})
