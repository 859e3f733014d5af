import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { CommitVerdict } from "./decide-commit.ts"
import { type BalanceRequest, type BalanceVerdict, decideSpends } from "./decide-spends.ts"
import { dayMs } from "./durations.ts"
import type { Funds } from "./funds.ts"
import { overwriteHolds } from "./holds.ts"
import type { QuotaInPeriod } from "./quota.ts"
import { expiryOf, type Reservation } from "./reservation.ts"
import type { StoredBalance } from "./stored-balances.ts"

/** Balances of one key and its customer, with what a store does around decisions. */
function openBalances(key: StoredBalance, funds: Funds) {
  const rows = {
    keys: new Map([["bal_1", key]]),
    identities: new Map([["id_1", funds]]),
    reservations: new Map<string, Reservation>(),
  }
  const apply = (requests: readonly BalanceRequest[], nextReturns = new Map<string, number>()) => {
    const { verdicts, changes } = decideSpends(requests, { ...rows, nextReturns })
    for (const [id, balance] of changes.keys) rows.keys.set(id, balance)
    for (const [id, balance] of changes.identities) rows.identities.set(id, balance)
    for (const reservation of changes.added) rows.reservations.set(reservation.id, reservation)
    for (const { id, answer } of changes.ended) {
      const reservation = rows.reservations.get(id)
      if (reservation !== undefined) rows.reservations.set(id, { ...reservation, isOpen: false, answer })
    }
    return verdicts
  }
  const open = () => [...rows.reservations.values()].filter(({ isOpen }) => isOpen)
  const giveBack = (now: number) => {
    const due = open().filter(({ expires }) => expires <= now)
    const later = open().flatMap(({ expires }) => (expires > now ? [expires] : []))
    const next = later.length === 0 ? [] : [Math.min(...later)]
    for (const [id, owner] of [
      ["bal_1", { balanceId: "bal_1" }],
      ["id_1", { identityId: "id_1" }],
    ] as const) {
      const reservations = due.map((each) => ({ id: each.id, balanceId: "bal_1", identityId: "id_1" }))
      const nextReturns = new Map(next.map((time) => [id, time]))
      apply([{ type: "return", owner, reservations, isComplete: true, now }], nextReturns)
    }
  }
  const run = (request: BalanceRequest): BalanceVerdict => {
    const [verdict] = apply([request])
    if (verdict?.type !== "returns_due") return verdict ?? { type: "unlimited" }
    giveBack(request.now)
    return run(request)
  }
  return { rows, run, apply, giveBack, open }
}

const start = 1_800_000_000_000
const quota: QuotaInPeriod = { limit: 40, interval: "monthly", overage: 15, from: 0 }
const customer = { identityId: "id_1", quota }

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("reserve", "reserve", "spend", "commit", "commit", "wait", "set", "top up", "next period"),
    amount: fc.nat(30),
    which: fc.nat(8),
  }),
  { maxLength: 40 },
)

describe("reservations", () => {
  test("never lose or create credits: what was granted is spent, reserved or left", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const balances = openBalances({ remaining: 100, refillAt: null }, { remaining: 50, count: null })
        const { rows, run } = balances
        let now = start
        let from = 0
        let number = 0
        // What is expected of the credits of the key, which only `set` overwrites.
        let left = 100
        const held = new Map<string, number>()
        const expireHolds = () => {
          for (const { id, expires } of balances.open()) {
            if (expires > now || !held.has(id)) continue
            left += held.get(id) ?? 0
            held.delete(id)
          }
        }
        for (const { kind, amount, which } of taken) {
          const charge = { balanceId: "bal_1", customer: { ...customer, quota: { ...quota, from } }, now }
          expireHolds()
          if (kind === "wait") now += amount * 100
          if (kind === "next period") from += dayMs
          if (kind === "set" || kind === "top up") {
            balances.giveBack(now)
            const balance = rows.keys.get("bal_1") ?? { remaining: 0, refillAt: null }
            const holds = kind === "set" ? overwriteHolds(balance.holds) : balance.holds
            left = kind === "set" ? amount : left + amount
            if (kind === "set") for (const id of held.keys()) held.set(id, 0)
            rows.keys.set("bal_1", { ...balance, remaining: left, holds })
          }
          if (kind === "spend" && run({ ...charge, cost: amount }).type === "spent") left -= amount
          if (kind === "reserve" && amount > 0) {
            number += 1
            const hold = { id: `rsv_${number}`, expires: expiryOf(now, 1_000 + amount * 10), ...facts }
            if (run({ ...charge, cost: amount, hold }).type !== "spent") continue
            left -= amount
            held.set(hold.id, amount)
          }
          if (kind === "commit") {
            const reservation = rows.reservations.get(`rsv_${which}`)
            const request = { type: "commit", reservationId: `rsv_${which}`, amount, ...charge } as const
            const verdict = run(request) as CommitVerdict
            if (reservation === undefined) expect(verdict.type).toBe("unknown_reservation")
            else if (reservation.answer !== null) expectRepeated(reservation, verdict, amount)
            else if (verdict.type === "committed") {
              const { answer } = verdict
              expect(answer.amount + answer.uncovered).toBe(amount)
              const wasHeld = held.get(reservation.id)
              const cost = wasHeld === undefined ? 0 : reservation.cost
              // A hold from before `set` has nothing to give back.
              if (amount <= cost) left += wasHeld === 0 ? 0 : cost - amount
              else left -= answer.amount - cost
              if (amount <= cost) expect(answer.uncovered).toBe(0)
              held.delete(reservation.id)
              expect(run(request)).toEqual({ ...verdict, isRepeated: true })
            }
          }
          const balance = rows.keys.get("bal_1")
          // What has run out comes back with the next response.
          const due = balances.open().filter(({ id }) => !held.has(id))
          const coming = due.filter(({ key }) => key?.version === (balance?.holds?.version ?? 0))
          expect((balance?.remaining ?? 0) + sum(coming.map(({ cost }) => cost))).toBe(left)
          expectWhole(rows, balances.open())
        }
        now += dayMs
        balances.giveBack(now)
        for (const value of held.values()) left += value
        expect(rows.keys.get("bal_1")).toMatchObject({ remaining: left })
        expectWhole(rows, [])
      }),
      { numRuns: 500 },
    )
  })

  test("of a group are decided as one by one", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const together = openBalances({ remaining: 100, refillAt: null }, { remaining: 50, count: null })
        const single = openBalances({ remaining: 100, refillAt: null }, { remaining: 50, count: null })
        const requests = taken.flatMap(({ kind, amount }, index): BalanceRequest[] => {
          const charge = { balanceId: "bal_1", customer, now: start }
          const hold = { id: `rsv_${index}`, expires: start + 1_000 * (amount + 1), ...facts }
          if (kind === "spend") return [{ ...charge, cost: amount }]
          return kind === "reserve" && amount > 0 ? [{ ...charge, cost: amount, hold }] : []
        })
        const commits = taken.flatMap(({ kind, amount, which }): BalanceRequest[] =>
          kind === "commit"
            ? [{ type: "commit", reservationId: `rsv_${which}`, balanceId: "bal_1", customer, amount, now: start }]
            : [],
        )
        for (const group of [requests, commits]) {
          expect(together.apply(group)).toEqual(group.flatMap((request) => single.apply([request])))
          expect(together.rows).toEqual(single.rows)
        }
      }),
    )
  })
})

const facts = { workspaceId: "ws_1", apiId: "api_1", keyId: "key_1", identityId: "id_1" }

function expectRepeated({ answer }: Reservation, verdict: CommitVerdict, amount: number): void {
  if (answer?.wanted === amount) expect(verdict).toEqual({ type: "committed", answer, isRepeated: true })
  else expect(verdict).toEqual({ type: "other_amount", wanted: answer?.wanted ?? -1 })
}

/** What is noted as reserved is what open reservations hold, and nothing is negative. */
function expectWhole(
  { keys, identities }: { keys: Map<string, StoredBalance>; identities: Map<string, Funds> },
  open: readonly Reservation[],
): void {
  const key = keys.get("bal_1")
  const funds = identities.get("id_1")
  const ofKey = open.filter((each) => each.key?.version === (key?.holds?.version ?? 0))
  expect(key?.holds?.reserved ?? 0).toBe(sum(ofKey.map(({ cost }) => cost)))
  expect(funds?.holds?.reserved ?? 0).toBe(sum(open.map(({ customer: held }) => held?.parts.credits ?? 0)))
  const counts = [funds?.count?.used, funds?.count?.overageUsed, funds?.count?.previous?.used, funds?.remaining]
  for (const count of counts) expect(count ?? 0).toBeGreaterThanOrEqual(0)
  const first = Math.min(...open.map(({ expires }) => expires))
  if (open.length > 0) expect(funds?.holds?.returnsAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(first)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

describe("what a reservation took", () => {
  const funds: Funds = {
    remaining: 5,
    count: { interval: "monthly", from: 0, used: 32, overageUsed: 0, previous: null },
  }
  const reserved = (cost = 20) => {
    const balances = openBalances({ remaining: null, refillAt: null }, funds)
    const hold = { id: "rsv_1", expires: start + 1_000, ...facts }
    balances.run({ balanceId: null, customer, cost, now: start, hold })
    return balances
  }
  const commit = (amount: number, of = customer, now = start) =>
    ({ type: "commit", reservationId: "rsv_1", balanceId: null, customer: of, amount, now }) as const

  test("comes back to overage first, then to credits, then to the quota", () => {
    for (const [amount, left] of [
      [20, { remaining: 0, used: 40, overageUsed: 7 }],
      [14, { remaining: 0, used: 40, overageUsed: 1 }],
      [10, { remaining: 3, used: 40, overageUsed: 0 }],
      [3, { remaining: 5, used: 35, overageUsed: 0 }],
      [0, { remaining: 5, used: 32, overageUsed: 0 }],
    ] as const) {
      const { run, rows } = reserved()
      expect(run(commit(amount))).toMatchObject({ type: "committed", answer: { amount, uncovered: 0 } })
      const { remaining, count } = rows.identities.get("id_1") ?? funds
      expect({ remaining, used: count?.used, overageUsed: count?.overageUsed }).toEqual(left)
    }
  })

  test("corrects the previous period, and lapses if it is older", () => {
    for (const [periods, used] of [
      [1, 32],
      [2, undefined],
    ] as const) {
      const { run, rows } = reserved(8)
      for (let period = 1; period <= periods; period += 1) {
        const later = { ...customer, quota: { ...quota, from: period * dayMs } }
        run({ balanceId: null, customer: later, cost: 1, now: start })
      }
      run(commit(0, { ...customer, quota: { ...quota, from: periods * dayMs } }))
      const { count } = rows.identities.get("id_1") ?? funds
      expect(count).toMatchObject({ used: 1, from: periods * dayMs })
      expect(count?.previous).toMatchObject({ used: used ?? 1 })
    }
  })

  test("is topped up from what every balance has, and the rest is uncovered", () => {
    const { run, rows } = reserved()
    expect(run(commit(100))).toMatchObject({
      type: "committed",
      answer: { wanted: 100, amount: 28, uncovered: 72, balances: { quota: 0, credits: 0, overageUsed: 15 } },
    })
    expect(rows.identities.get("id_1")).toMatchObject({ remaining: 0, holds: { reserved: 0 } })
  })

  test("is charged from what is there for a day after it ran out, and then is unknown", () => {
    const { run, giveBack, rows } = reserved()
    giveBack(start + 1_000)
    expect(rows.identities.get("id_1")).toMatchObject({ remaining: 5, count: { used: 32 }, holds: { returnsAt: null } })
    const later = start + 1_000 + dayMs
    expect(run(commit(20, customer, later))).toEqual({ type: "unknown_reservation" })
    expect(run(commit(20, customer, later - 1))).toMatchObject({ answer: { amount: 20, uncovered: 0 } })
    expect(run(commit(20, customer, later - 1))).toMatchObject({ isRepeated: true })
  })

  test("is not taken a second time from a customer that was deleted", () => {
    const { run } = reserved()
    const gone = { ...commit(30, { identityId: "id_1", quota: null } as never), isCustomerGone: true }
    expect(run(gone)).toMatchObject({ answer: { amount: 20, uncovered: 10 } })
  })
})
