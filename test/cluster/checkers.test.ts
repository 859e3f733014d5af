import { describe, expect, test } from "bun:test"
import { createReference } from "../../src/counters/reference.ts"
import { checkEvents, checkTail } from "./check-events.ts"
import { checkLimits } from "./check-limits.ts"
import { checkRegisters } from "./check-registers.ts"
import { checkSpends } from "./check-spends.ts"
import { checkWindow, countSlides, type WindowRequest } from "./check-windows.ts"
import type { CallResult, Change, LimitedRequest, Observation, Spend } from "./history.ts"

/** Histories as the clients record them. Some of them break a promise, and the checker must notice. */

type Times = readonly [startedAt: number, endedAt: number]

const span = ([startedAt, endedAt]: Times) => ({ node: 1, startedAt, endedAt })
const change = (value: string, times: Times, result: CallResult = "done"): Change => ({
  ...span(times),
  register: "enabled of a key",
  value,
  operation: "keys.updateKey",
  result,
  requestId: `req_${value}`,
})
const seen = (value: string, times: Times): Observation => ({ ...span(times), register: "enabled of a key", value })

describe("the checker of the values that nodes show", () => {
  const changes = [change("a", [0, 10]), change("b", [20, 30]), change("c", [40, 50])]

  test("accepts the last acknowledged change, and a change in progress", () => {
    const fine = [
      seen("a", [11, 12]),
      seen("a", [25, 60]),
      seen("b", [25, 26]),
      seen("b", [31, 45]),
      seen("c", [60, 61]),
    ]
    expect(checkRegisters(changes, fine)).toEqual([])
  })

  test("notices an old value in a read that started after the change was acknowledged", () => {
    expect(checkRegisters(changes, [seen("a", [31, 32])])).toHaveLength(1)
    expect(checkRegisters(changes, [seen("b", [50.1, 3_000])])).toHaveLength(1)
    expect(checkRegisters(changes, [seen("a", [31, 3_000])])).toEqual([
      "Node 1 showed enabled of a key as a to a read that started at 31.0, when it was b or c",
    ])
  })

  test("notices a change that is visible before its request, and a change without a request", () => {
    expect(checkRegisters(changes, [seen("c", [31, 39])])).toHaveLength(1)
    expect(checkRegisters(changes, [seen("d", [60, 61])])).toHaveLength(1)
    expect(checkRegisters([], [seen("a", [0, 1])])).toHaveLength(1)
  })

  test("notices a refused change that took effect, and an acknowledged change that was lost", () => {
    const refused = [change("a", [0, 10]), change("b", [20, 30], "refused")]
    expect(checkRegisters(refused, [seen("a", [40, 41])])).toEqual([])
    expect(checkRegisters(refused, [seen("b", [40, 41])])).toHaveLength(1)
    expect(checkRegisters([change("there", [0, 10])], [seen("gone", [40, 41])])).toHaveLength(1)
  })

  test("accepts both outcomes of a change without a response, but no older value", () => {
    const open = [change("a", [0, 10]), change("b", [20, 30]), change("c", [40, 50], "open")]
    expect(checkRegisters(open, [seen("b", [60, 61]), seen("c", [70, 71]), seen("b", [80, 81])])).toEqual([])
    expect(checkRegisters(open, [seen("a", [60, 61])])).toHaveLength(1)
  })
})

describe("the checker of credits", () => {
  const spend = (outcome: Spend["outcome"], left?: number, cost = 1): Spend => ({
    ...span([0, 1]),
    account: "purse",
    cost,
    outcome,
    left,
  })
  const check = (after: number, ...spends: readonly Spend[]) =>
    checkSpends([{ name: "purse", before: 3, after }], spends)

  test("accepts spends that match the balance", () => {
    expect(check(0, spend("taken", 2), spend("taken", 1), spend("taken", 0), spend("short", 0))).toEqual([])
    expect(check(1, spend("taken", 2), spend("open"), spend("open"), spend("refused"))).toEqual([])
    expect(check(0, spend("taken", 0, 2), spend("taken", 2, 1), spend("short", 0, 2))).toEqual([])
  })

  test("notices more VALID spends than credits", () => {
    expect(check(0, spend("taken", 2), spend("taken", 1), spend("taken", 0), spend("taken", -1))).toEqual([
      "purse was oversold by 1: 3 at the start, 0 now, 4 VALID, 0 without a response",
    ])
  })

  test("notices a VALID spend that is missing in the balance", () => {
    expect(check(3, spend("taken", 2))).toHaveLength(1)
  })

  test("notices a charge without a spend, and a charge for a refused spend", () => {
    expect(check(1, spend("taken", 2))).toHaveLength(1)
    expect(check(2, spend("refused"))).toHaveLength(1)
    expect(check(0, spend("taken", 2), spend("open"))).toHaveLength(1)
  })

  test("notices one credit given to two spends although the sum is right", () => {
    expect(check(1, spend("taken", 2), spend("taken", 2))).toEqual(["purse gave credit 3 to two spends"])
  })

  test("notices a refusal where credits were left", () => {
    expect(check(3, spend("short", 3))).toHaveLength(1)
  })
})

describe("the checker of limits", () => {
  const check = (...outcomes: readonly LimitedRequest["outcome"][]) =>
    checkLimits(
      [{ name: "caller", limit: 2 }],
      outcomes.map((outcome) => ({ ...span([0, 1]), limited: "caller", outcome })),
    )

  test("accepts the limit, and less if a fault may have cost a token", () => {
    expect(check("admitted", "admitted", "limited")).toEqual([])
    expect(check("admitted")).toEqual([])
    expect(check("admitted", "refused", "limited")).toEqual([])
    expect(check("open", "open", "limited")).toEqual([])
  })

  test("notices one request above the limit, with and without faults", () => {
    expect(check("admitted", "admitted", "admitted")).toHaveLength(1)
    expect(check("admitted", "open", "admitted", "refused", "admitted")).toHaveLength(1)
  })

  test("notices fewer requests than the limit if there was no fault", () => {
    expect(check("admitted", "limited")).toEqual(["caller was limited after 1 times, with a limit of 2"])
  })
})

describe("the checker of short windows", () => {
  const window = { name: "caller", limit: 20, durationMs: 1_000, clocks: { leastMs: -3, mostMs: 5 } }
  const { limit, durationMs } = window
  const start = 1_767_225_600_000
  type Counter = ReturnType<typeof createReference>
  const take = (counter: Counter, now: number, cost = 1): WindowRequest => {
    const { taken, outcomes } = counter.take([{ counter: "caller", limit, durationMs, cost }], now)
    const { remaining = 0, resetAt: reset = 0 } = outcomes[0] ?? {}
    return { cost, sentAt: now - 4, receivedAt: now + 2, verdict: { passed: taken, remaining, reset } }
  }
  /** One request every 10 ms for four cells, each to the counter that `counterOf` chooses. */
  const takeFrom = (counterOf: (index: number, now: number) => Counter) =>
    Array.from({ length: 400 }, (_, index) => take(counterOf(index, start + index * 10), start + index * 10))
  const honest = () => {
    const counter = createReference()
    return takeFrom(() => counter)
  }

  test("accepts the arithmetic of the contract, with one cost, mixed costs and missing responses", () => {
    expect(countSlides(honest(), durationMs)).toBe(3)
    expect(checkWindow(window, honest())).toEqual([])
    const counter = createReference()
    const mixed = Array.from({ length: 400 }, (_, index) => take(counter, start + index * 10, 1 + (index % 3)))
    expect(checkWindow(window, mixed)).toEqual([])
    const lossy = mixed.map((limitedRequest, index) =>
      index % 5 === 0 ? { ...limitedRequest, verdict: undefined } : limitedRequest,
    )
    expect(checkWindow(window, lossy)).toEqual([])
  })

  test("notices nodes that count separately", () => {
    const counters = [createReference(), createReference()] as const
    expect(
      checkWindow(
        window,
        takeFrom((index) => counters[index % 2 === 0 ? 0 : 1]),
      ),
    ).not.toEqual([])
  })

  test("notices a counter that ignores the previous cell", () => {
    const counters = Array.from({ length: 4 }, createReference)
    const forgetful = takeFrom((_, now) => counters[Math.floor((now - start) / durationMs)] ?? createReference())
    expect(checkWindow(window, forgetful)).toContain("caller passed 21 within a window, with a limit of 20")
  })

  test("notices one pass too many if every single response is plausible", () => {
    const limitedRequests = honest()
    const last = limitedRequests.findLastIndex(({ verdict }) => verdict?.passed)
    const verdict = { passed: true, remaining: 0, reset: limitedRequests[last]?.verdict?.reset ?? 0 }
    const at = limitedRequests[last]?.receivedAt ?? 0
    const forged = [...limitedRequests, { cost: 1, sentAt: at, receivedAt: at, verdict }]
    expect(checkWindow(window, forged)).toContain("caller passed 21 within a window, with a limit of 20")
  })

  test("notices a denial below the limit, unless a request without a response may have taken the tokens", () => {
    const verdict = { passed: false, remaining: 0, reset: start + durationMs }
    const early = { cost: 1, sentAt: start, receivedAt: start + 5, verdict }
    expect(checkWindow(window, [early])).toEqual(["caller denied 1 with 0 of 20 in use"])
    expect(checkWindow(window, [early, { ...early, cost: 20, verdict: undefined }])).toEqual([])
  })

  test("notices a wrong number of remaining tokens", () => {
    const passing = (remaining: number) => {
      const verdict = { passed: true, remaining, reset: start + durationMs }
      return [{ cost: 1, sentAt: start, receivedAt: start + 5, verdict }]
    }
    expect(checkWindow(window, passing(19))).toEqual([])
    expect(checkWindow(window, passing(20))).toEqual(["caller reported -1 in use, when it was at least 0"])
    expect(checkWindow(window, passing(18))).toEqual(["caller reported 1 in use, when it was at most 0"])
  })
})

describe("the checker of events", () => {
  const events = (...values: readonly string[]) =>
    values.map((value, index) => ({ sequence: 10 + index * 3, requestId: `req_${value}` }))

  test("accepts any order of changes that overlap in time", () => {
    const changes = [
      change("a", [0, 10]),
      change("b", [5, 30]),
      change("c", [20, 25]),
      change("d", [40, 50], "refused"),
    ]
    expect(checkEvents(changes, events("a", "c", "b"))).toEqual([])
    expect(checkEvents(changes, events("b", "a", "c"))).toEqual([])
  })

  test("notices a change that is recorded after a change that started later than its response", () => {
    expect(checkEvents([change("a", [0, 10]), change("b", [11, 20])], events("b", "a"))).toHaveLength(1)
  })

  test("notices a change without an event, and a refused change with an event", () => {
    expect(checkEvents([change("a", [0, 10])], [])).toEqual([
      "keys.updateKey (enabled of a key = a, req_a) has no event",
    ])
    expect(checkEvents([change("a", [0, 10], "refused")], events("a"))).toHaveLength(1)
  })

  test("notices an event that appeared after a later event was read, and accepts one that came after all reads", () => {
    const all = events("a", "b", "c")
    expect(checkTail(all, all)).toEqual([])
    expect(
      checkTail(
        events("a", "b", "c").filter(({ requestId }) => requestId !== "req_b"),
        all,
      ),
    ).toEqual(["Event 13 appeared after one with a higher number had been read"])
    expect(checkTail(all.slice(0, 2), all)).toEqual([])
  })
})
