import { expect, test } from "bun:test"
import type { Event } from "@keyward/client"
import { ledgerOf } from "../../dashboard/src/parts/credits/ledger.ts"

const balance = (remaining: number | null) => ({ credits: { remaining } })
const event = (time: number, changes: Event["changes"]): Event => ({
  ...{ eventId: `evt_${time}`, sequence: time, type: "key.updated", time, workspaceId: "ws_1", resources: [] },
  ...{ actor: { type: "system", id: "refill" }, changes },
})

test("the entries of a ledger add up to the balance, with what was spent between two changes", () => {
  const events = [
    event(30, { before: { name: "a" }, after: { name: "b" } }),
    event(20, { before: balance(60), after: balance(560) }),
    event(10, { before: null, after: balance(100) }),
  ]
  const entries = ledgerOf(events, { balance: 555, time: 40, withoutCredits: null })
  expect(entries.map(({ time, amount, balance: left }) => [time, amount, left])).toEqual([
    [40, -5, 555],
    [20, 500, 560],
    [20, -40, 60],
    [10, 100, 100],
  ])
  expect(entries.reduce((sum, { amount = 0 }) => sum + amount, 0)).toBe(555)
})

test("a ledger shows where a balance was unlimited, and leaves out changes of the refill alone", () => {
  const events = [
    event(30, { before: balance(7), after: balance(7) }),
    event(20, { before: balance(null), after: balance(10) }),
  ]
  expect(
    ledgerOf(events, { balance: 7, time: 40, withoutCredits: null }).map(({ amount, balance: left }) => [amount, left]),
  ).toEqual([
    [-3, 7],
    [undefined, 10],
  ])
})

test("a customer without credits has none, so the ledger counts from 0 and shows what was removed", () => {
  const events = [
    event(30, { before: {}, after: { ...balance(500), reference: "pi_1" } }),
    event(20, { before: balance(60), after: {} }),
    event(15, { before: { quota: { limit: 1 } }, after: { quota: { limit: 2 } } }),
    event(10, { before: {}, after: balance(100) }),
  ]
  const entries = ledgerOf(events, { balance: 480, time: 40, withoutCredits: 0 })
  expect(entries.map(({ time, amount, balance: left }) => [time, amount, left])).toEqual([
    [40, -20, 480],
    [30, 500, 500],
    [20, -60, 0],
    [20, -40, 60],
    [10, 100, 100],
  ])
})
