import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { decideSpends, type SpendRequest, type StoredBalance } from "./decide-spends.ts"

const balanceIds = ["bal_1", "bal_2", "bal_3"]
const balances = fc.dictionary(
  fc.constantFrom(...balanceIds),
  fc.record({ remaining: fc.option(fc.nat(30)), refillAt: fc.option(fc.constantFrom(5, 15)) }),
)
const spends = fc.array(
  fc.record({ balanceId: fc.constantFrom(...balanceIds), cost: fc.nat(12), now: fc.constantFrom(0, 10) }),
  { maxLength: 20 },
)

describe("spends that are decided together", () => {
  test("get the verdicts that they get one by one, and leave the same balances", () => {
    fc.assert(
      fc.property(balances, spends, (initial, requests) => {
        const stored = new Map<string, StoredBalance>(Object.entries(initial))
        const { verdicts, charged } = decideSpends(requests, stored)
        const rows = new Map(stored)
        const single = requests.flatMap((request) => spendAlone(rows, request))
        expect(verdicts).toEqual(single)
        for (const [id, row] of rows) expect(charged.get(id) ?? stored.get(id)?.remaining ?? null).toBe(row.remaining)
      }),
    )
  })

  test("take exactly what they are answered as spent, and never more than there is", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }), (remaining, costs) => {
        const stored = new Map([["bal_1", { remaining, refillAt: null }]])
        const requests = costs.map((cost) => ({ balanceId: "bal_1", cost, now: 0 }))
        const { verdicts, charged } = decideSpends(requests, stored)
        const spent = costs.reduce((sum, cost, index) => sum + (verdicts[index]?.type === "spent" ? cost : 0), 0)
        const left = charged.get("bal_1") ?? remaining
        expect([left >= 0, left + spent]).toEqual([true, remaining])
        for (const [index, cost] of costs.entries())
          if (verdicts[index]?.type === "short") expect(cost).toBeGreaterThan(left)
      }),
    )
  })
})

function spendAlone(rows: Map<string, StoredBalance>, request: SpendRequest) {
  const { verdicts, charged } = decideSpends([request], rows)
  for (const [id, remaining] of charged) rows.set(id, { refillAt: null, ...rows.get(id), remaining })
  return verdicts
}
