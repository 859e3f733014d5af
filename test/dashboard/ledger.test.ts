import { expect, test } from "bun:test"
import type { Event } from "@keyward/client"
import { ledgerOf } from "../../dashboard/src/routes/key/ledger.ts"

const balance = (remaining: number | null) => ({ credits: { remaining } })
const event = (time: number, changes: Event["changes"]): Event => ({
  ...{ eventId: `evt_${time}`, type: "key.updated", time, workspaceId: "ws_1", resources: [] },
  ...{ actor: { type: "system", id: "refill" }, changes },
})

test("the entries of a ledger add up to the balance, with what was spent between two changes", () => {
  const events = [
    event(30, { before: { name: "a" }, after: { name: "b" } }),
    event(20, { before: balance(60), after: balance(560) }),
    event(10, { before: null, after: balance(100) }),
  ]
  const entries = ledgerOf(events, 555, 40)
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
  expect(ledgerOf(events, 7, 40).map(({ amount, balance: left }) => [amount, left])).toEqual([
    [-3, 7],
    [undefined, 10],
  ])
})
