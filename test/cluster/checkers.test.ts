import { describe, expect, test } from "bun:test"
import { createReference } from "../../src/counters/reference.ts"
import { checkEvents, checkTail } from "./check-events.ts"
import { checkRegisters } from "./check-registers.ts"
import { checkSpends } from "./check-spends.ts"
import { checkTakings } from "./check-takings.ts"
import { checkWindow, countSlides, type WindowTaking } from "./check-windows.ts"
import type { Change, Fate, Observation, Spend, Taking } from "./history.ts"

/** Histories as the clients record them, some of which no cluster may ever give. */

type Times = readonly [startedAt: number, endedAt: number]

const span = ([startedAt, endedAt]: Times) => ({ node: 1, startedAt, endedAt })
const change = (value: string, times: Times, fate: Fate = "done"): Change => ({
  ...span(times),
  register: "enabled of a key",
  value,
  operation: "keys.updateKey",
  fate,
  requestId: `req_${value}`,
})
const seen = (value: string, times: Times): Observation => ({ ...span(times), register: "enabled of a key", value })

describe("the checker of what nodes show", () => {
  const changes = [change("a", [0, 10]), change("b", [20, 30]), change("c", [40, 50])]

  test("has nothing against the last change that was answered, nor against one that is under way", () => {
    const fine = [
      seen("a", [11, 12]),
      seen("a", [25, 60]),
      seen("b", [25, 26]),
      seen("b", [31, 45]),
      seen("c", [60, 61]),
    ]
    expect(checkRegisters(changes, fine)).toEqual([])
  })

  test("notices an answer from before a change that had been answered when it was asked for", () => {
    expect(checkRegisters(changes, [seen("a", [31, 32])])).toHaveLength(1)
    expect(checkRegisters(changes, [seen("b", [50.1, 3_000])])).toHaveLength(1)
    expect(checkRegisters(changes, [seen("a", [31, 3_000])])).toEqual([
      "Node 1 showed enabled of a key as a to whoever asked at 31.0, when it was b or c",
    ])
  })

  test("notices a change that is there before anybody asked for it, and one that nobody made", () => {
    expect(checkRegisters(changes, [seen("c", [31, 39])])).toHaveLength(1)
    expect(checkRegisters(changes, [seen("d", [60, 61])])).toHaveLength(1)
    expect(checkRegisters([], [seen("a", [0, 1])])).toHaveLength(1)
  })

  test("notices a change that happened although it was refused, and the loss of one that was answered", () => {
    const refused = [change("a", [0, 10]), change("b", [20, 30], "refused")]
    expect(checkRegisters(refused, [seen("a", [40, 41])])).toEqual([])
    expect(checkRegisters(refused, [seen("b", [40, 41])])).toHaveLength(1)
    expect(checkRegisters([change("there", [0, 10])], [seen("gone", [40, 41])])).toHaveLength(1)
  })

  test("takes either for granted where a change was never answered, but nothing from before", () => {
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

  test("has nothing against books that balance", () => {
    expect(check(0, spend("taken", 2), spend("taken", 1), spend("taken", 0), spend("short", 0))).toEqual([])
    expect(check(1, spend("taken", 2), spend("open"), spend("open"), spend("refused"))).toEqual([])
    expect(check(0, spend("taken", 0, 2), spend("taken", 2, 1), spend("short", 0, 2))).toEqual([])
  })

  test("notices more VALIDs than credits", () => {
    expect(check(0, spend("taken", 2), spend("taken", 1), spend("taken", 0), spend("taken", -1))).toEqual([
      "purse was oversold by 1: 3 at first, 0 now, 4 answered VALID, 0 never answered",
    ])
  })

  test("notices a spend that was answered VALID and lost", () => {
    expect(check(3, spend("taken", 2))).toHaveLength(1)
  })

  test("notices a charge for nothing, also for what was refused", () => {
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
  const check = (...outcomes: readonly Taking["outcome"][]) =>
    checkTakings(
      [{ name: "caller", limit: 2 }],
      outcomes.map((outcome) => ({ ...span([0, 1]), limited: "caller", outcome })),
    )

  test("has nothing against the limit, nor against less where a fault may have cost a token", () => {
    expect(check("admitted", "admitted", "limited")).toEqual([])
    expect(check("admitted")).toEqual([])
    expect(check("admitted", "refused", "limited")).toEqual([])
    expect(check("open", "open", "limited")).toEqual([])
  })

  test("notices one more than the limit, whatever else happened", () => {
    expect(check("admitted", "admitted", "admitted")).toHaveLength(1)
    expect(check("admitted", "open", "admitted", "refused", "admitted")).toHaveLength(1)
  })

  test("notices less than the limit where nothing was wrong", () => {
    expect(check("admitted", "limited")).toEqual(["caller was limited after 1 times, with a limit of 2"])
  })
})

describe("the checker of short windows", () => {
  const window = { name: "caller", limit: 20, durationMs: 1_000, clocks: { leastMs: -3, mostMs: 5 } }
  const { limit, durationMs } = window
  const start = 1_767_225_600_000
  type Counter = ReturnType<typeof createReference>
  const take = (counter: Counter, now: number, cost = 1): WindowTaking => {
    const { taken, outcomes } = counter.take([{ counter: "caller", limit, durationMs, cost }], now)
    const { remaining = 0, resetAt: reset = 0 } = outcomes[0] ?? {}
    return { cost, sentAt: now - 4, receivedAt: now + 2, verdict: { passed: taken, remaining, reset } }
  }
  /** One request every 10 ms for four cells, at the counter that is chosen for it. */
  const takeFrom = (counterOf: (index: number, now: number) => Counter) =>
    Array.from({ length: 400 }, (_, index) => take(counterOf(index, start + index * 10), start + index * 10))
  const honest = () => {
    const counter = createReference()
    return takeFrom(() => counter)
  }

  test("has nothing against the arithmetic of the contract, whatever the costs, also where responses are missing", () => {
    expect(countSlides(honest(), durationMs)).toBe(3)
    expect(checkWindow(window, honest())).toEqual([])
    const counter = createReference()
    const mixed = Array.from({ length: 400 }, (_, index) => take(counter, start + index * 10, 1 + (index % 3)))
    expect(checkWindow(window, mixed)).toEqual([])
    const lossy = mixed.map((taking, index) => (index % 5 === 0 ? { ...taking, verdict: undefined } : taking))
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

  test("notices a counter that forgets the cell before", () => {
    const counters = Array.from({ length: 4 }, createReference)
    const forgetful = takeFrom((_, now) => counters[Math.floor((now - start) / durationMs)] ?? createReference())
    expect(checkWindow(window, forgetful)).toContain("caller passed 21 within a window, with a limit of 20")
  })

  test("notices one pass too many, although every response looks right by itself", () => {
    const takings = honest()
    const last = takings.findLastIndex(({ verdict }) => verdict?.passed)
    const verdict = { passed: true, remaining: 0, reset: takings[last]?.verdict?.reset ?? 0 }
    const at = takings[last]?.receivedAt ?? 0
    const forged = [...takings, { cost: 1, sentAt: at, receivedAt: at, verdict }]
    expect(checkWindow(window, forged)).toContain("caller passed 21 within a window, with a limit of 20")
  })

  test("notices a denial where there was room, unless a missing response may have taken it", () => {
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

  test("has nothing against an order that nobody can tell from the one of the commits", () => {
    const changes = [
      change("a", [0, 10]),
      change("b", [5, 30]),
      change("c", [20, 25]),
      change("d", [40, 50], "refused"),
    ]
    expect(checkEvents(changes, events("a", "c", "b"))).toEqual([])
    expect(checkEvents(changes, events("b", "a", "c"))).toEqual([])
  })

  test("notices a change that is recorded after one that began when it was answered", () => {
    expect(checkEvents([change("a", [0, 10]), change("b", [11, 20])], events("b", "a"))).toHaveLength(1)
  })

  test("notices a change without an event, and a refused one with it", () => {
    expect(checkEvents([change("a", [0, 10])], [])).toEqual([
      "keys.updateKey (enabled of a key = a, req_a) has no event",
    ])
    expect(checkEvents([change("a", [0, 10], "refused")], events("a"))).toHaveLength(1)
  })

  test("notices an event that appeared behind one that had been read", () => {
    const all = events("a", "b", "c")
    expect(checkTail(all, all)).toEqual([])
    expect(
      checkTail(
        events("a", "b", "c").filter(({ requestId }) => requestId !== "req_b"),
        all,
      ),
    ).toEqual(["Event 13 appeared after one with a higher number had been read"])
  })
})
