import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { until } from "../../test/harness/until.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { newBalance } from "../core/balance.ts"
import { noBalance } from "../core/quota.ts"
import { changeSharedThreshold, noThreshold } from "../core/threshold.ts"
import { newKey } from "../storage/conformance/new-key.ts"
import { mintId, newIdentity, time } from "../storage/conformance/new-objects.ts"
import { addApi, insert } from "../storage/conformance/stored-objects.ts"
import { startBalanceWatch } from "./balance-watch.ts"

describe.each(engines)("what a killed process has forgotten on %s", (engine) => {
  const { store } = provideDatabase(engine)
  const typesOf = async (workspaceId: string) => {
    const events = await store.events.list({ workspaceId, actorId: "notice", limit: 50 })
    return events.map(({ type, resources }) => `${type} ${resources[0]?.id}`).toSorted()
  }

  test("is found by the walk, once however many walk, and what was imported is not told", async () => {
    const api = await addApi(store)
    const { workspaceId } = api
    const keyWith = (remaining: number, lowAt: number | null) =>
      newKey(api, { balance: newBalance({ remaining, lowAt }, { now: time, mintId: () => mintId("bal") }) })
    const rich = keyWith(100, 5)
    const low = keyWith(9, 5)
    const empty = keyWith(4, null)
    const imported = newKey(api, { balance: { ...newBalanceOf(0), threshold: { ...noThreshold, lowAt: 5 } } })
    const threshold = changeSharedThreshold(undefined, { isFilled: true, remaining: 1_000 })
    const quota = { limit: 10, interval: "daily", overage: 0 } as const
    const customer = newIdentity(workspaceId, { quota, balance: { ...noBalance, remaining: 1_000, threshold } })
    const spared = newIdentity(workspaceId, { quota, balance: { ...noBalance, remaining: 1, threshold } })
    const bought = newIdentity(workspaceId, { balance: { ...noBalance, remaining: 1_000, threshold } })
    await insert(store, workspaceId, { keys: [rich, low, empty, imported], identities: [customer, spared, bought] })
    const spend = (key: typeof low, cost: number) =>
      store.credits.spend({ balanceId: key.balance?.id ?? null, cost, now: time })
    const charge = (identity: typeof customer, cost: number) => {
      const charged = identity.quota && { ...identity.quota, from: Math.floor(time / 86_400_000) * 86_400_000 }
      return store.credits.spend({
        balanceId: null,
        customer: { identityId: identity.id, quota: charged },
        cost,
        now: time,
      })
    }
    await spend(rich, 1)
    await spend(low, 4)
    await spend(empty, 4)
    await charge(customer, 8)
    await charge(bought, 950)
    const expected = [
      `credits.exhausted ${empty.id}`,
      `credits.low ${bought.id}`,
      `credits.low ${low.id}`,
      `identity.quota_near ${customer.id}`,
    ].toSorted()
    const errors: unknown[] = []
    const start = () =>
      startBalanceWatch({ store, everyMs: 20, now: () => time, report: (error) => errors.push(error) })
    const watches = [start(), start()]
    await until(
      async () => (await typesOf(workspaceId)).length >= expected.length,
      () => errors,
    )
    for (const watch of watches) await watch.close()
    await start().close()
    expect(errors).toEqual([])
    expect(await typesOf(workspaceId)).toEqual(expected)
  })
})

describe.each(engines)("a balance that changes on %s", (engine) => {
  const { store } = provideDatabase(engine)
  /** A key that is low once `spend` is called. */
  const keyWithThreshold = async () => {
    const api = await addApi(store)
    const balance = newBalance({ remaining: 10, lowAt: 5 }, { now: time, mintId: () => mintId("bal") })
    const key = newKey(api, { balance })
    await insert(store, api.workspaceId, { keys: [key] })
    const id = key.balance?.id ?? ""
    const spend = () => store.credits.spend({ balanceId: id, cost: 6, now: time })
    const notices = async () => {
      const events = await store.events.list({ workspaceId: api.workspaceId, actorId: "notice", limit: 50 })
      return events.map(({ type }) => type)
    }
    return { id, spend, notices }
  }
  type Find = typeof store.dueBalances.find
  /** Nothing but what is looked up tells of a balance. */
  const watchWith = (find: Find, everyMs: number) => {
    const errors: unknown[] = []
    const dueBalances = { find, walk: async () => ({ found: [], next: undefined }) }
    const watched = { transaction: store.transaction, dueBalances }
    const report = (error: unknown) => void errors.push(error)
    return { errors, watch: startBalanceWatch({ store: watched, everyMs, now: () => time, report }) }
  }

  test("while it is looked up is looked up again", async () => {
    const { id, spend, notices } = await keyWithThreshold()
    let lookups = 0
    const { errors, watch } = watchWith(async (ids, now) => {
      const found = await store.dueBalances.find(ids, now)
      lookups += 1
      if (lookups === 1) {
        await spend()
        watch.changed([id])
      }
      return found
    }, 3_600_000)
    watch.changed([id])
    await watch.close()
    expect({ errors, lookups, notices: await notices() }).toEqual({ errors: [], lookups: 2, notices: ["credits.low"] })
  })

  test("is looked up again after a failure", async () => {
    const { id, spend, notices } = await keyWithThreshold()
    const failure = new Error("The database is away.")
    let lookups = 0
    const { errors, watch } = watchWith((ids, now) => {
      lookups += 1
      return lookups === 1 ? Promise.reject(failure) : store.dueBalances.find(ids, now)
    }, 20)
    await spend()
    watch.changed([id])
    await until(async () => (await notices()).length > 0)
    await watch.close()
    expect({ errors, notices: await notices() }).toEqual({ errors: [failure], notices: ["credits.low"] })
  })
})

function newBalanceOf(remaining: number) {
  return { id: mintId("bal"), credits: { remaining, refill: null, refillAt: null } }
}
