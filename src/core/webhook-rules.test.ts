import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import {
  type Delivery,
  type EndpointState,
  isOutage,
  newEventsAllowed,
  nextLookAt,
  paused,
  resumed,
  retriesPerRound,
  type SendResult,
  settle,
  startingState,
} from "./webhook-rules.ts"

const start = Date.parse("2026-03-01T00:00:00Z")
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const event = { sequence: 1, eventId: "evt_1", type: "key.created", time: start }
const fresh = startingState("whk_1", 0)

function attempt(time: number, status: number, more: Partial<SendResult> = {}): SendResult {
  return { time, durationMs: 0, status, ...more }
}

function fail(state: EndpointState, before: Delivery | undefined, time: number, status = 500) {
  return settle(state, { event, before, result: attempt(time, status), random: 0.5 })
}

const allowedAt = (state: EndpointState, now: number) => newEventsAllowed(state, { now, retries: 0 })

function succeed(state: EndpointState, time: number): EndpointState {
  return settle(state, { event: { ...event, sequence: 2 }, before: undefined, result: attempt(time, 200), random: 0 })
    .state
}

/** Another event is accepted between two attempts, so that each counts. */
function failEachTime(attempts: number) {
  let [state, delivery, now] = [fresh, undefined as Delivery | undefined, start]
  const delays: number[] = []
  for (let count = 0; count < attempts; count += 1) {
    const settled = fail(state, delivery, now)
    if (settled.delivery.nextAttemptAt !== null) delays.push(settled.delivery.nextAttemptAt - now)
    state = succeed(settled.state, now + 1)
    delivery = settled.delivery
    now = settled.delivery.nextAttemptAt ?? now
  }
  return { delivery, delays }
}

describe("retries", () => {
  test("follow the schedule, and the tenth failure that counts is the last", () => {
    const { delivery, delays } = failEachTime(10)
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hourMs)
    expect(delays.slice(0, 9)).toEqual([5_000, 5 * minuteMs, 30 * minuteMs, ...hours])
    expect(delivery).toMatchObject({ status: "failed", nextAttemptAt: null, attemptCount: 10, countedAttempts: 10 })
    expect(failEachTime(9).delivery?.status).toBe("waiting")
  })

  test("are spread by a fifth in both directions", () => {
    const delayAt = (random: number) =>
      settle(fresh, { event, before: undefined, result: attempt(start, 500), random }).delivery.nextAttemptAt
    expect([0, 1].map(delayAt)).toEqual([start + 4_000, start + 6_000])
  })

  test("of an endpoint that is down fail nothing, however long it takes", () => {
    let settled = fail(fresh, undefined, start)
    for (let day = 1; day < 400; day += 1) settled = fail(settled.state, settled.delivery, start + day * dayMs)
    expect(settled.delivery).toMatchObject({ status: "waiting", attemptCount: 400, countedAttempts: 1 })
    expect(settled.delivery.attempts).toHaveLength(10)
    expect(settled.disables).toBeUndefined()
  })

  test("end five days after the first attempt, without the time in which the endpoint failed or was disabled", () => {
    const first = fail(fresh, undefined, start)
    const up = succeed(first.state, start + dayMs)
    const off = paused(up, start + 2 * dayMs)
    const on = resumed(off, start + 9 * dayMs)
    // One day of failing and seven of being disabled do not count.
    expect(fail(on, first.delivery, start + 13 * dayMs - 1).delivery.status).toBe("waiting")
    expect(fail(on, first.delivery, start + 13 * dayMs).delivery.status).toBe("failed")
  })
})

describe("an outage", () => {
  const failedFirsts = (count: number) => {
    let state = fresh
    for (let index = 0; index < count; index += 1) state = fail(state, undefined, start).state
    return state
  }

  test("begins after 100 new events in a row failed, and lets one through every 15 minutes", () => {
    expect(allowedAt(failedFirsts(99), start)).toBe(100)
    const outage = failedFirsts(100)
    expect(isOutage(outage)).toBe(true)
    expect(allowedAt(outage, start + 15 * minuteMs - 1)).toBe(0)
    expect(allowedAt(outage, start + 15 * minuteMs)).toBe(1)
    expect(nextLookAt(outage, null, start)).toBe(start + 15 * minuteMs)
  })

  test("ends with the first success, which makes all others due", () => {
    const { state, endsOutage } = settle(failedFirsts(100), {
      ...{ event, before: undefined, random: 0 },
      result: attempt(start, 200),
    })
    expect(endsOutage).toBe(true)
    expect(allowedAt(state, start)).toBe(100)
  })

  test("is not made of retries, or many refused events would never let new ones through", () => {
    let settled = fail(fresh, undefined, start)
    for (let count = 0; count < 500; count += 1) settled = fail(settled.state, settled.delivery, start + count)
    expect(isOutage(settled.state)).toBe(false)
  })
})

test("Retry-After holds the endpoint, at most an hour, and a success of another request does not end it", () => {
  const held = settle(fresh, {
    ...{ event, before: undefined, random: 0 },
    result: attempt(start, 429, { retryAfterMs: 2 * hourMs }),
  })
  expect(held.state.heldUntil).toBe(start + hourMs)
  expect(held.delivery.nextAttemptAt).toBe(start + hourMs)
  expect(held.delivery.attempts).toEqual([{ time: start, durationMs: 0, status: 429 }])
  expect(allowedAt(succeed(held.state, start + 1), start + 2)).toBe(0)
  expect(nextLookAt(held.state, start + 5, start)).toBe(start + hourMs)
})

test("410 disables at once, and five days without success over ten events do", () => {
  expect(fail(fresh, undefined, start, 410).disables).toBe("gone")
  let state = fresh
  for (let count = 0; count < 9; count += 1) state = fail(state, undefined, start).state
  expect(fail(state, undefined, start + 5 * dayMs - 1).disables).toBeUndefined()
  expect(fail(state, undefined, start + 5 * dayMs).disables).toBe("failing")
  expect(fail(fresh, undefined, start + 5 * dayMs).disables).toBeUndefined()
})

/** One endpoint with its stored rows, as webhooks/round.ts runs it. */
class Model {
  state = startingState("whk_1", 0)
  rows = new Map<number, Delivery>()
  received = new Set<number>()
  now = start

  /** A round. A kill loses what it would have stored, but not what was received. */
  round(events: number, accepts: (sequence: number) => boolean, isKilled: boolean): void {
    const held = this.now < this.state.heldUntil
    const due = [...this.rows.values()]
      .filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= this.now)
      .slice(0, retriesPerRound)
    const next = { now: this.now, retries: held ? 0 : due.length }
    const allowed = Math.min(newEventsAllowed(this.state, next), events - this.state.position)
    expect(next.retries + allowed).toBeLessThanOrEqual(100)
    const news = Array.from({ length: allowed }, (_, index) => this.state.position + 1 + index)
    let state = this.state
    const rows = new Map(this.rows)
    for (const sequence of [...(held ? [] : due.map((one) => one.sequence)), ...news]) {
      const before = rows.get(sequence)
      if (before === undefined && isOutage(state) && !isOutage(this.state)) break
      const status = accepts(sequence) ? 200 : 500
      if (status === 200) this.received.add(sequence)
      const settled = settle(state, {
        event: { ...event, sequence },
        before,
        result: attempt(this.now, status),
        random: 0.5,
      })
      rows.set(sequence, settled.delivery)
      state = before === undefined ? { ...settled.state, position: sequence } : settled.state
      if (settled.endsOutage) {
        for (const [key, row] of rows)
          if (row.nextAttemptAt !== null) rows.set(key, { ...row, nextAttemptAt: this.now })
      }
    }
    if (isKilled) return
    this.state = state
    this.rows = rows
  }
}

const step = fc.record({
  waitMs: fc.constantFrom(0, 5_000, 6 * minuteMs, 16 * minuteMs, 3 * hourMs, 2 * dayMs),
  isUp: fc.boolean(),
  isKilled: fc.boolean(),
  newEvents: fc.constantFrom(0, 0, 1, 7, 60),
})

test("whatever fails and is killed, every event was received, waits or failed, and an outage fails nothing", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, hasRejected) => {
      const model = new Model()
      const isRejected = (sequence: number) => hasRejected && sequence % 5 === 0
      let events = 0
      for (const { waitMs, isUp, isKilled, newEvents } of steps) {
        events += newEvents
        model.now += waitMs
        model.round(events, (sequence) => isUp && !isRejected(sequence), isKilled)
        for (let sequence = 1; sequence <= model.state.position; sequence += 1) {
          const row = model.rows.get(sequence)
          expect(row).toBeDefined()
          if (row?.status === "delivered") expect(model.received.has(sequence)).toBe(true)
          // Only what the endpoint refuses while it accepts others can fail.
          if (row?.status === "failed") expect(isRejected(sequence)).toBe(true)
        }
        // In an outage, only one event of each probe adds a row.
        if (isOutage(model.state)) expect(model.state.failedFirsts).toBeLessThanOrEqual(100 + steps.length)
      }
      // An endpoint that works again gets everything that it does not refuse.
      for (let round = 0; round < 30; round += 1) {
        model.now += 25 * hourMs
        model.round(events, (sequence) => !isRejected(sequence), false)
      }
      expect(model.state.position).toBe(events)
      for (let sequence = 1; sequence <= events; sequence += 1) {
        expect(model.received.has(sequence)).toBe(!isRejected(sequence))
      }
    }),
    { numRuns: 100 },
  )
})
