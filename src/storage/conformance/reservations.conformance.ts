import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { CommitVerdict } from "../../core/decide-commit.ts"
import { dayMs } from "../../core/durations.ts"
import { balanceGivenBack, identityBalanceGivenBack } from "../../core/given-back.ts"
import type { Identity, KeyDetails } from "../../core/model.ts"
import { noBalance, type QuotaInPeriod } from "../../core/quota.ts"
import type { Store } from "../port/store.ts"
import { balanceIdOf, limited, newKey } from "./new-key.ts"
import { mintId, newIdentity, time } from "./new-objects.ts"
import { addApi, change, insert } from "./stored-objects.ts"

const quota: QuotaInPeriod = { limit: 60, interval: "monthly", overage: 10, from: 0 }

interface Customer {
  readonly key: KeyDetails
  readonly identity: Identity
}

export function reservationsConformance(store: Store): void {
  const addCustomer = async (credits = 100): Promise<Customer> => {
    const api = await addApi(store)
    const identity = newIdentity(api.workspaceId, { quota, balance: { ...noBalance, remaining: 50 } })
    const key = newKey(api, { identity, credits: limited(credits) })
    await insert(store, api.workspaceId, { identities: [identity], keys: [key] })
    return { key, identity }
  }
  const chargeOf = ({ key, identity }: Customer, now: number) => ({
    balanceId: balanceIdOf(key),
    customer: { identityId: identity.id, quota },
    now,
  })
  const holdOf = ({ key, identity }: Customer, expires: number) => ({
    id: mintId("rsv"),
    workspaceId: key.workspaceId,
    apiId: key.apiId,
    keyId: key.id,
    identityId: identity.id,
    expires,
  })
  const ownersOf = ({ key, identity }: Customer) => ({ balanceIds: [balanceIdOf(key)], identityIds: [identity.id] })

  const reserve = async (customer: Customer, cost: number, { now = time, lasts = 1_000 } = {}) => {
    const hold = holdOf(customer, now + lasts)
    const spend = await store.credits.spend({ ...chargeOf(customer, now), cost, hold })
    return { id: hold.id, spend }
  }
  const commit = async (customer: Customer, reservationId: string, amount: number, now = time) => {
    const request = { type: "commit", reservationId, amount, ...chargeOf(customer, now) } as const
    const verdict = await store.credits.commit(request)
    if (verdict.type !== "returns_due") return verdict
    await store.credits.giveBack(ownersOf(customer), now)
    return store.credits.commit(request)
  }
  const balanceOf = async ({ key }: Customer) => {
    const stored = await store.keys.find(key.workspaceId, key.id)
    const { remaining = null, count = null, holds: shared } = stored?.identity?.balance ?? noBalance
    return {
      key: stored?.balance?.credits?.remaining,
      reserved: stored?.balance?.holds?.reserved ?? 0,
      credits: remaining,
      shared: shared?.reserved ?? 0,
      used: count?.used ?? 0,
      overageUsed: count?.overageUsed ?? 0,
    }
  }

  /** The balances as an export holds them. */
  const givenBack = async ({ key, identity }: Customer) => {
    const stored = await store.keys.find(key.workspaceId, key.id)
    const heldUse = await store.identities.listHeldUse([identity.id])
    return {
      key: stored?.balance && balanceGivenBack(stored.balance),
      identity: identityBalanceGivenBack(stored?.identity?.balance ?? noBalance, heldUse),
    }
  }

  describe("reservations", () => {
    test("take credits at once, from key and customer, and a commit gives back the rest", async () => {
      const customer = await addCustomer()
      const { id, spend } = await reserve(customer, 80)
      expect(spend).toMatchObject({ type: "spent", balances: { key: 20, quota: 0, credits: 30 } })
      expect(await balanceOf(customer)).toEqual({
        ...{ key: 20, reserved: 80, credits: 30, shared: 20, used: 60, overageUsed: 0 },
      })
      const answer = { wanted: 65, amount: 65, uncovered: 0 }
      const verdict = await commit(customer, id, 65)
      expect(verdict).toMatchObject({ type: "committed", isRepeated: false, answer })
      expect(await commit(customer, id, 65)).toEqual({ ...(verdict as object), isRepeated: true } as CommitVerdict)
      expect(await commit(customer, id, 64)).toEqual({ type: "other_amount", wanted: 65 })
      expect(await commit(customer, mintId("rsv"), 1)).toEqual({ type: "unknown_reservation" })
      expect(await balanceOf(customer)).toEqual({
        ...{ key: 35, reserved: 0, credits: 45, shared: 0, used: 60, overageUsed: 0 },
      })
    })

    test("that run out are given back, however many balances they share", async () => {
      const customer = await addCustomer()
      for (const cost of [30, 40]) await reserve(customer, cost)
      const { id } = await reserve(customer, 10, { lasts: 5_000 })
      const due = { ...chargeOf(customer, time + 1_000), cost: 1 }
      expect(await store.credits.spend(due)).toEqual({ type: "returns_due" })
      expect(await store.credits.spend({ ...due, cost: 0 })).toEqual({ type: "returns_due" })
      await store.credits.giveBack(ownersOf(customer), time + 1_000)
      expect(await balanceOf(customer)).toEqual({
        ...{ key: 90, reserved: 10, credits: 50, shared: 10, used: 0, overageUsed: 0 },
        // The last reservation was taken from credits, because the quota was used up then.
        ...{ credits: 40, shared: 10 },
      })
      expect(await store.credits.spend(due)).toMatchObject({ type: "spent", balances: { key: 89, quota: 59 } })
      expect(await commit(customer, id, 10, time + 1_000)).toMatchObject({ answer: { amount: 10 } })
      const found = await store.credits.findReservation(customer.key.workspaceId, id, time)
      expect(found?.reservation.isOpen).toBe(false)
      expect(await store.credits.findReservation(mintId("ws"), id, time)).toBeUndefined()
    })

    test("that have run out for a call are given back before it returns, while an earlier call gives others back", async () => {
      const customer = await addCustomer()
      await reserve(customer, 10, { lasts: 1_000 })
      await reserve(customer, 20, { lasts: 3_000 })
      const earlier = store.credits.giveBack(ownersOf(customer), time + 1_000)
      await store.credits.giveBack(ownersOf(customer), time + 3_000)
      expect(await balanceOf(customer)).toMatchObject({ key: 100, reserved: 0 })
      await earlier
    })

    test("that are stored when they have run out are not forgotten, while others are given back", async () => {
      const now = time + 2_000
      for (let round = 0; round < 20; round += 1) {
        const customer = await addCustomer()
        await reserve(customer, 10, { lasts: 1_000 })
        const { identityIds } = ownersOf(customer)
        await Promise.all([store.credits.giveBack({ identityIds }, now), reserve(customer, 20, { lasts: 1_000 })])
        const { used } = await balanceOf(customer)
        const { type } = await store.credits.spend({ ...chargeOf(customer, now), balanceId: null, cost: 1 })
        expect({ used, type }).not.toEqual({ used: 20, type: "spent" })
      }
    })

    test("never lose or create a credit, whatever is reserved, committed and given back side by side", async () => {
      const step = fc.record({ cost: fc.integer({ min: 1, max: 12 }), amount: fc.nat(16), commits: fc.boolean() })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const customer = await addCustomer()
          const charged = await Promise.all(
            steps.map(async ({ cost, amount, commits }) => {
              const { id, spend } = await reserve(customer, cost)
              if (spend.type !== "spent" || !commits) return 0
              const verdict = await commit(customer, id, amount)
              return verdict.type === "committed" ? verdict.answer.amount : Number.NaN
            }),
          )
          const total = charged.reduce((sum, amount) => sum + amount, 0)
          const before = await balanceOf(customer)
          expect((before.key ?? 0) + before.reserved + total).toBe(100)
          const exported = await givenBack(customer)
          await store.credits.giveBack(ownersOf(customer), time + 1_000)
          expect(await givenBack(customer)).toEqual(exported)
          const { key, credits, used, overageUsed, ...holds } = await balanceOf(customer)
          expect(holds).toEqual({ reserved: 0, shared: 0 })
          expect(key).toBe(100 - total)
          expect(used + overageUsed + 50 - (credits ?? 0)).toBe(total)
        }),
        { numRuns: 15 },
      )
    })

    test("of a count that another has replaced come back to it", async () => {
      const customer = await addCustomer()
      const { key, identity } = customer
      const { id } = await reserve(customer, 30)
      await change(store, key.workspaceId, async (tx) => {
        const stored = (await tx.identities.findForUpdate(key.workspaceId, identity.id)) ?? identity
        const { count, ...balance } = stored.balance ?? noBalance
        const daily = { interval: "daily", from: time, used: 0, overageUsed: 0, previous: null } as const
        await tx.identities.update(stored, {
          ...stored,
          balance: { ...balance, count: daily, others: count ? [count] : [] },
        })
      })
      const daily = { identityId: identity.id, quota: { ...quota, interval: "daily", from: time } } as const
      const request = { ...chargeOf(customer, time), customer: daily, type: "commit", reservationId: id } as const
      expect(await store.credits.commit({ ...request, amount: 12 })).toMatchObject({ answer: { amount: 12 } })
      const { balance } = (await store.identities.find(key.workspaceId, identity.id)) ?? {}
      expect(balance).toMatchObject({ count: { used: 0 }, others: [{ interval: "monthly", used: 12 }] })
    })

    test("are forgotten a day after they ran out, and given back before", async () => {
      const customer = await addCustomer()
      const { id } = await reserve(customer, 30)
      const { id: finished } = await reserve(customer, 5)
      await commit(customer, finished, 5)
      const ended = time + 1_000 + dayMs
      while (await store.credits.deleteForgotten(ended - 1));
      const find = (one: string) => store.credits.findReservation(customer.key.workspaceId, one, time)
      expect([await find(id), await find(finished)]).toMatchObject([
        { reservation: { isOpen: true } },
        { reservation: { isOpen: false } },
      ])
      while (await store.credits.deleteForgotten(ended));
      expect([await find(id), await find(finished)]).toEqual([undefined, undefined])
      expect(await balanceOf(customer)).toMatchObject({ key: 95, reserved: 0, shared: 0, used: 5 })
    })
  })
}
