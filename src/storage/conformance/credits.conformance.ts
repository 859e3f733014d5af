import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { KeyDetails } from "../../core/model.ts"
import type { Spend } from "../port/credits.ts"
import type { Store, Transaction } from "../port/store.ts"
import { balanceIdOf, limited, newBalance, newKey, short, spent } from "./new-key.ts"
import { newIdentity, time } from "./new-objects.ts"
import { addApi, addKey, addKeys, change, insert } from "./stored-objects.ts"

const day = 86_400_000
const maximum = Number.MAX_SAFE_INTEGER

export function creditsConformance(store: Store): void {
  const spendFrom = (balanceId: string, cost: number, now = time) => store.credits.spend({ balanceId, cost, now })
  const spend = (key: Pick<KeyDetails, "balance">, cost: number, now = time) => spendFrom(balanceIdOf(key), cost, now)
  const balanceOf = async (key: { readonly workspaceId: string; readonly id: string }) =>
    (await store.keys.find(key.workspaceId, key.id))?.balance?.credits?.remaining

  /** Spends one credit of each key after a transaction has read them, and before it updates their balances. */
  const spendDuring = async (keys: readonly KeyDetails[], read: (tx: Transaction) => Promise<() => Promise<void>>) => {
    const spends = await change(store, keys[0]?.workspaceId, async (tx) => {
      const update = await read(tx)
      const waiting = keys.map((key) => spend(key, 1))
      await Bun.sleep(50)
      await update()
      return waiting
    })
    return Promise.all(spends)
  }

  describe("credits", () => {
    test("are spent in the order of the calls of a key, and never more than there are", async () => {
      const balances = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 })
      const calls = fc.array(fc.record({ key: fc.nat(3), cost: fc.integer({ min: 1, max: 9 }) }), { maxLength: 40 })
      const api = await addApi(store)
      await fc.assert(
        fc.asyncProperty(balances, calls, async (initial, wanted) => {
          const keys = initial.map((remaining) => newKey(api, { credits: limited(remaining) }))
          await addKeys(store, ...keys)
          const left = [...initial]
          const expected = wanted.map(({ key, cost }): Spend => {
            const index = key % keys.length
            const balance = left[index] ?? 0
            if (balance < cost) return short(balance)
            left[index] = balance - cost
            return spent(balance - cost)
          })
          const spends = wanted.map(({ key, cost }) => spend(keys[key % keys.length] ?? newKey(api), cost))
          expect(await Promise.all(spends)).toEqual(expected)
          expect(await Promise.all(keys.map(balanceOf))).toEqual(left)
        }),
        { numRuns: 25 },
      )
    })

    test("of one key last for exactly as many spends as there are, however many come at once", async () => {
      const key = await addKey(store, { credits: limited(100) })
      const rounds = await Promise.all(Array.from({ length: 300 }, () => spend(key, 1)))
      expect(rounds.filter(({ type }) => type === "spent")).toHaveLength(100)
      expect(rounds.filter(({ type }) => type === "short")).toHaveLength(200)
      expect(await balanceOf(key)).toBe(0)
    })

    test("are only read for a cost of 0, which always suffices", async () => {
      const [some, none] = [await addKey(store, { credits: limited(7) }), await addKey(store, { credits: limited(0) })]
      expect(await spend(some, 0)).toEqual(spent(7))
      expect(await spend(none, 0)).toEqual(spent(0))
      expect(await balanceOf(some)).toBe(7)
    })

    test("are not counted where a balance is unlimited or missing", async () => {
      const key = await addKey(store, { balance: newBalance(null) })
      for (const balanceId of [balanceIdOf(key), "bal_unknown"]) {
        for (const cost of [0, 1, maximum]) expect(await spendFrom(balanceId, cost)).toEqual({ type: "unlimited" })
      }
      expect(await store.keys.find(key.workspaceId, key.id)).toEqual(key)
    })

    test("are exact up to the greatest safe integer", async () => {
      const key = await addKey(store, { credits: limited(maximum) })
      expect(await spend(key, 1)).toEqual(spent(maximum - 1))
      expect(await spend(key, maximum)).toEqual(short(maximum - 1))
      expect(await spend(key, maximum - 2)).toEqual(spent(1))
      expect(await balanceOf(key)).toBe(1)
    })

    test("are not spent from the time of a refill until it is stored", async () => {
      const refill = { interval: "daily", amount: 10 } as const
      const key = await addKey(store, { credits: { remaining: 5, refill, refillAt: time + day } })
      expect(await spend(key, 1, time + day - 1)).toEqual(spent(4))
      for (const cost of [0, 1, 100]) expect(await spend(key, cost, time + day)).toEqual({ type: "refill_due" })
      expect(await balanceOf(key)).toBe(4)
      await change(store, key.workspaceId, async (tx) => {
        const stored = await tx.keys.findForUpdate(key.workspaceId, key.id)
        if (stored === undefined) throw new Error("The key is gone.")
        await tx.balances.update({
          id: balanceIdOf(stored),
          credits: { remaining: 10, refill, refillAt: time + 2 * day },
        })
      })
      expect(await spend(key, 1, time + day)).toEqual(spent(9))
    })

    test("are not spent for a requester that has disconnected before its spend is sent", async () => {
      const key = await addKey(store, { credits: limited(10) })
      const requesters = [1, 2, 3].map(() => ({ signal: { aborted: false } }))
      const request = { balanceId: balanceIdOf(key), cost: 1, now: time }
      const spends = requesters.map((requester) => store.credits.spend(request, requester))
      const [, second] = requesters
      if (second !== undefined) second.signal.aborted = true
      expect(await Promise.all(spends)).toEqual([spent(9), { type: "abandoned" }, spent(8)])
      const alone = store.credits.spend(request, { signal: { aborted: true } })
      expect(await alone).toEqual({ type: "abandoned" })
      expect(await balanceOf(key)).toBe(8)
    })

    test("cannot be spent between a read for update and its commit", async () => {
      const key = await addKey(store, { credits: limited(10) })
      const spends = await spendDuring([key, key], async (tx) => {
        const stored = await tx.keys.findForUpdate(key.workspaceId, key.id)
        const remaining = stored?.balance?.credits?.remaining
        if (remaining === undefined) throw new Error("The key is gone.")
        return () => tx.balances.update({ id: balanceIdOf(key), credits: limited(remaining * 2) })
      })
      expect(spends).toEqual([spent(19), spent(18)])
      expect(await balanceOf(key)).toBe(18)
    })

    test("that keys share cannot be spent between a read for update of one of them and its commit", async () => {
      const api = await addApi(store)
      const balance = newBalance(limited(10))
      const [old, made] = [newKey(api, { balance }), newKey(api, { balance })]
      await addKeys(store, old, made)
      const spends = await spendDuring([old, made], async (tx) => {
        expect(await tx.keys.findForUpdate(api.workspaceId, made.id)).toEqual(made)
        return () => tx.balances.update({ id: balance.id, credits: limited(20) })
      })
      expect(spends).toEqual([spent(19), spent(18)])
      expect([await balanceOf(old), await balanceOf(made)]).toEqual([18, 18])
    })

    test("that become unlimited, or limited, during spends are counted correctly", async () => {
      const key = await addKey(store, { credits: limited(1_000) })
      const spends = Array.from({ length: 100 }, () => spend(key, 1))
      await change(store, key.workspaceId, async (tx) => {
        await tx.keys.findForUpdate(key.workspaceId, key.id)
        spends.push(...Array.from({ length: 100 }, () => spend(key, 1)))
        await tx.balances.update({ id: balanceIdOf(key), credits: null })
      })
      const first = await Promise.all(spends)
      const counted = first.filter(({ type }) => type === "spent").length
      expect(counted + first.filter(({ type }) => type === "unlimited").length).toBe(200)
      await change(store, key.workspaceId, (tx) => tx.balances.update({ id: balanceIdOf(key), credits: limited(7) }))
      const second = await Promise.all(Array.from({ length: 20 }, () => spend(key, 1)))
      expect(second.filter(({ type }) => type === "spent")).toHaveLength(7)
      expect(await balanceOf(key)).toBe(0)
    })

    test("of many keys cannot be spent between their read for update and its commit", async () => {
      const api = await addApi(store)
      const identity = newIdentity(api.workspaceId)
      const keys = Array.from({ length: 5 }, () => newKey(api, { identity, credits: limited(3) }))
      await insert(store, api.workspaceId, { identities: [identity], keys })
      const spends = await spendDuring(keys.toReversed(), async (tx) => {
        const stored = await tx.keys.listForUpdate(
          api.workspaceId,
          keys.map(({ id }) => id),
        )
        expect(stored).toHaveLength(keys.length)
        return async () => {
          for (const key of stored) await tx.balances.update({ id: balanceIdOf(key), credits: limited(50) })
        }
      })
      expect(spends).toEqual(keys.map(() => spent(49)))
    })

    test("are spent while other keys and workspaces are written", async () => {
      const keys = await Promise.all(Array.from({ length: 6 }, () => addKey(store, { credits: limited(40) })))
      const changes = keys.flatMap((key) =>
        Array.from({ length: 5 }, (_, index) =>
          change(store, key.workspaceId, async (tx) => {
            const stored = await tx.keys.findForUpdate(key.workspaceId, key.id)
            if (stored !== undefined) await tx.keys.update(stored, { ...stored, name: `name ${index}` })
          }),
        ),
      )
      const spends = keys.flatMap((key) => Array.from({ length: 20 }, () => spend(key, 1)))
      await Promise.all([...changes, ...spends])
      expect(await Promise.all(keys.map(balanceOf))).toEqual(keys.map(() => 20))
    })
  })
}
