import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { decideSpends, type SpendRequest } from "./decide-spends.ts"
import type { Funds } from "./funds.ts"
import type { BalanceChanges } from "./ledger.ts"
import type { QuotaInPeriod } from "./quota.ts"
import type { StoredBalance, StoredBalances } from "./stored-balances.ts"

const balanceIds = ["bal_1", "bal_2", "bal_3"]
const identityIds = ["id_1", "id_2"]
const interval = fc.constantFrom("daily" as const, "monthly" as const)
const from = fc.constantFrom(0, 100)

const keys = fc.dictionary(
  fc.constantFrom(...balanceIds),
  fc.record({ remaining: fc.option(fc.nat(30)), refillAt: fc.option(fc.constantFrom(5, 15)) }),
)
const identities = fc.dictionary(
  fc.constantFrom(...identityIds),
  fc.record({
    remaining: fc.option(fc.nat(20)),
    count: fc.option(
      fc.record({ interval, from, used: fc.nat(20), overageUsed: fc.nat(10), previous: fc.constant(null) }),
    ),
  }),
)
const quota = fc.record({ limit: fc.nat(20), interval, overage: fc.option(fc.nat(10)), from })
const spends = fc.array(
  fc.record({
    balanceId: fc.option(fc.constantFrom(...balanceIds)),
    customer: fc.option(fc.record({ identityId: fc.constantFrom(...identityIds), quota: fc.option(quota) }), {
      nil: undefined,
    }),
    cost: fc.nat(12),
    now: fc.constantFrom(0, 10),
  }),
  { maxLength: 20 },
)

interface Rows {
  readonly keys: Map<string, StoredBalance>
  readonly identities: Map<string, Funds>
}

function rowsOf(keys: Record<string, StoredBalance>, identities: Record<string, Funds>): Rows {
  return { keys: new Map(Object.entries(keys)), identities: new Map(Object.entries(identities)) }
}

function store({ keys, identities }: Rows, changes: BalanceChanges): void {
  for (const [id, balance] of changes.keys) keys.set(id, balance)
  for (const [id, funds] of changes.identities) identities.set(id, funds)
}

describe("spends that are decided together", () => {
  test("get the verdicts that they get one by one, and leave the same balances", () => {
    fc.assert(
      fc.property(keys, identities, spends, (ofKeys, ofIdentities, requests) => {
        const [together, single] = [rowsOf(ofKeys, ofIdentities), rowsOf(ofKeys, ofIdentities)]
        const { verdicts, changes } = decideSpends(requests, together)
        store(together, changes)
        const oneByOne = requests.flatMap((request) => {
          const one = decideSpends([request], single)
          store(single, one.changes)
          return one.verdicts
        })
        expect(verdicts).toEqual(oneByOne)
        expect(together).toEqual(single)
      }),
    )
  })

  test("take the cost from key and customer, or from neither, and never more than there is", () => {
    fc.assert(
      fc.property(keys, identities, spends, (ofKeys, ofIdentities, requests) => {
        const rows = rowsOf(ofKeys, ofIdentities)
        for (const request of requests) {
          const before = { keys: new Map(rows.keys), identities: new Map(rows.identities) }
          const { verdicts, changes } = decideSpends([request], rows)
          store(rows, changes)
          const [verdict] = verdicts
          const taken = takenBetween(before, rows, request)
          if (verdict?.type !== "spent") expect(rows).toEqual(before)
          else for (const amount of taken) expect(amount).toBe(request.cost)
          expectWithinBounds(rows, request)
        }
      }),
    )
  })
})

/** What each metered balance of a spend has lost. A count that begins again has lost what it counts now. */
function takenBetween(before: StoredBalances, after: StoredBalances, { balanceId, customer }: SpendRequest): number[] {
  const [had, has] = [before, after].map(({ keys }) => keys.get(balanceId ?? "")?.remaining ?? null)
  const ofKey = had == null || has == null ? [] : [had - has]
  const [old, now] = [before, after].map(({ identities }) => identities.get(customer?.identityId ?? ""))
  if (old === undefined || now === undefined || customer === undefined) return ofKey
  if (customer.quota === null) return old.remaining === null ? ofKey : [...ofKey, old.remaining - (now.remaining ?? 0)]
  const isNew = (now.count?.from ?? 0) > (old.count?.from ?? 0) || old.count === null
  const counted = isNew ? { used: 0, overageUsed: 0 } : (old.count ?? { used: 0, overageUsed: 0 })
  const byCount = now === old ? 0 : countedUse(now) - counted.used - counted.overageUsed
  return [...ofKey, byCount + (old.remaining ?? 0) - (now.remaining ?? 0)]
}

function countedUse({ count }: Funds): number {
  return (count?.used ?? 0) + (count?.overageUsed ?? 0)
}

function expectWithinBounds({ keys, identities }: StoredBalances, { customer }: SpendRequest): void {
  for (const { remaining } of keys.values()) expect(remaining ?? 0).toBeGreaterThanOrEqual(0)
  for (const { remaining } of identities.values()) expect(remaining ?? 0).toBeGreaterThanOrEqual(0)
  const count = identities.get(customer?.identityId ?? "")?.count
  if (count != null && customer?.quota != null) expectCountWithin(customer.quota, count)
}

/** The random counts may begin above the bounds, so only what a spend could have added is checked. */
function expectCountWithin({ limit, overage }: QuotaInPeriod, { used, overageUsed }: NonNullable<Funds["count"]>) {
  expect(used).toBeLessThanOrEqual(Math.max(limit, 20))
  if (overage !== null) expect(overageUsed).toBeLessThanOrEqual(Math.max(overage, 10) + 12 * 20)
}

describe("a customer pays", () => {
  const quota = { limit: 10, interval: "monthly", overage: 5, from: 0 } as const
  const spend = (funds: Funds, cost: number, of: QuotaInPeriod = quota) => {
    const identities = new Map([["id_1", funds]])
    const request = { balanceId: null, customer: { identityId: "id_1", quota: of }, cost, now: 0 }
    const { verdicts, changes } = decideSpends([request], { keys: new Map(), identities })
    return { verdict: verdicts[0], funds: changes.identities.get("id_1") }
  }
  const count = (used: number, overageUsed = 0, from = 0) =>
    ({ interval: "monthly", from, used, overageUsed, previous: null }) as const

  test("from the quota first, then from credits, then as overage up to its bound", () => {
    expect(spend({ remaining: 3, count: count(4) }, 14)).toEqual({
      verdict: { type: "spent", balances: { key: null, quota: 0, credits: 0, overageUsed: 5, most: 0 } },
      funds: { remaining: 0, count: count(10, 5) },
    })
    expect(spend({ remaining: 3, count: count(4) }, 15)).toEqual({
      verdict: {
        type: "short",
        exhausted: "identity",
        balances: { key: null, quota: 6, credits: 3, overageUsed: 0, most: 14 },
      },
      funds: undefined,
    })
  })

  test("without a bound on one call if overage has none", () => {
    const unbounded = { ...quota, overage: null }
    expect(spend({ remaining: null, count: count(10) }, 1_000, unbounded)).toMatchObject({
      verdict: { type: "spent", balances: { quota: 0, overageUsed: 1_000, most: null } },
    })
  })

  test("nothing from a quota that was lowered below its use, whose overage stays", () => {
    expect(spend({ remaining: null, count: count(30, 2) }, 1)).toMatchObject({
      verdict: { type: "spent", balances: { quota: 0, overageUsed: 3, most: 2 } },
      funds: { count: count(30, 3) },
    })
  })

  test("in the first spend of a later period from a new count, and the old one becomes the previous", () => {
    expect(spend({ remaining: null, count: count(9, 1) }, 2, { ...quota, from: 500 }).funds).toEqual({
      remaining: null,
      count: { ...count(2, 0, 500), previous: { from: 0, used: 9, overageUsed: 1 } },
    })
    expect(spend({ remaining: null, count: count(9, 1, 500) }, 2).funds?.count).toEqual(count(10, 2, 500))
  })

  test("only after the count of another interval is stored", () => {
    const daily = { ...quota, interval: "daily" } as const
    expect(spend({ remaining: 100, count: count(0) }, 1, daily)).toEqual({
      verdict: { type: "other_count" },
      funds: undefined,
    })
  })
})
