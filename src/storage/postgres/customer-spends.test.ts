import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { createProxiedDatabase, type ProxiedDatabase } from "../../../test/crash/proxied-database.ts"
import { patience, storeOn } from "../../../test/storage/provide-database.ts"
import type { SpendRequest } from "../../core/decide-spends.ts"
import type { Api, Identity, KeyDetails } from "../../core/model.ts"
import { type IdentityBalance, noBalance } from "../../core/quota.ts"
import { balanceIdOf, limited, newKey } from "../conformance/new-key.ts"
import { newIdentity, time } from "../conformance/new-objects.ts"
import { addApi, change, insert } from "../conformance/stored-objects.ts"
import type { Spend } from "../port/credits.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { openPostgres } from "./engine.ts"

const nodeCount = 3
/** `npm run test:long` sends more. */
const rounds = Number(process.env.KEYWARD_TEST_CUSTOMER_ROUNDS ?? 1)

describe("spends of one customer with many keys on three nodes", () => {
  let database: ProxiedDatabase
  let engines: readonly Engine[]
  let stores: readonly Store[]
  let store: Store
  let api: Api

  beforeAll(async () => {
    database = await createProxiedDatabase()
    engines = Array.from({ length: nodeCount }, () => openPostgres(database.url, { patience }))
    stores = engines.map(storeOn)
    const [first] = engines
    const [firstStore] = stores
    if (first === undefined || firstStore === undefined) throw new Error("There is no node.")
    await migrate(first)
    store = firstStore
    api = await addApi(store)
  })
  afterAll(async () => {
    for (const node of engines) await node.close()
    await database.drop()
  })

  /** An identity with this balance, and keys of which every second one has credits of its own. */
  const addCustomer = async (balance: Partial<IdentityBalance>, keyCount: number, credits = 1_000_000) => {
    const identity = newIdentity(api.workspaceId, { balance: { ...noBalance, ...balance } })
    const keys = Array.from({ length: keyCount }, (_, index) =>
      newKey(api, { identity, ...(index % 2 === 0 && { credits: limited(credits) }) }),
    )
    await insert(store, api.workspaceId, { identities: [identity], keys })
    return { identity, keys }
  }
  const requestOf = (
    identity: Identity,
    key: KeyDetails | undefined,
    more: Partial<SpendRequest> = {},
  ): SpendRequest => ({
    balanceId: key?.balance == null ? null : key.balance.id,
    customer: { identityId: identity.id, quota: null },
    cost: 1,
    now: time,
    ...more,
  })
  const balanceOf = async ({ id }: Identity) => (await store.identities.find(api.workspaceId, id))?.balance ?? noBalance
  const keyCredits = async (keys: readonly KeyDetails[]) => {
    const shown = await store.keys.listByIds(
      api.workspaceId,
      keys.map(({ id }) => id),
    )
    return shown.reduce((sum, { balance }) => sum + (balance?.credits?.remaining ?? 0), 0)
  }
  const servedOf = (spends: readonly Spend[]) => spends.filter(({ type }) => type === "spent").length
  /** Clients on all nodes, each sending one spend after the other. */
  const hammer = async (clients: number, calls: number, send: (on: Store, index: number) => Promise<Spend>) => {
    const client = async (number: number) => {
      const spends: Spend[] = []
      const on = stores[number % nodeCount] ?? store
      for (let call = 0; call < calls; call += 1) spends.push(await send(on, number * calls + call))
      return spends
    }
    return (await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))).flat()
  }

  test("take exactly what is left, and from keys the same", async () => {
    const credits = 900 * rounds
    const { identity, keys } = await addCustomer({ remaining: credits }, 40)
    const before = await keyCredits(keys)
    let ofKeys = 0
    const spends = await hammer(60, 20 * rounds, async (on, index) => {
      const request = requestOf(identity, keys[index % keys.length])
      const spend = await on.credits.spend(request)
      if (spend.type === "spent" && request.balanceId !== null) ofKeys += 1
      return spend
    })
    expect(servedOf(spends)).toBe(credits)
    expect((await balanceOf(identity)).remaining).toBe(0)
    expect(await keyCredits(keys)).toBe(before - ofKeys)
  })

  test("across the end of a period take exactly the quota of each, and the counts say so", async () => {
    const { identity, keys } = await addCustomer({}, 20)
    const quota = { limit: 300 * rounds, interval: "monthly", overage: 25 } as const
    const served = { first: 0, second: 0 }
    const spends = await hammer(30, 40 * rounds, async (on, index) => {
      // Each client sends the second half of its calls after midnight, and some clients are ahead of others.
      const isLater = index % (40 * rounds) >= 20 * rounds
      const from = isLater ? 1_000_000 : 0
      const spend = await on.credits.spend(
        requestOf(identity, keys[index % keys.length], {
          customer: { identityId: identity.id, quota: { ...quota, from } },
        }),
      )
      if (spend.type === "spent") served[isLater ? "second" : "first"] += 1
      return spend
    })
    const { count } = await balanceOf(identity)
    expect(count).toMatchObject({ from: 1_000_000, used: quota.limit, overageUsed: 25 })
    const { used = 0, overageUsed = 0 } = count?.previous ?? {}
    expect(used).toBeLessThanOrEqual(quota.limit)
    expect(overageUsed).toBeLessThanOrEqual(25)
    expect(servedOf(spends)).toBe(used + overageUsed + quota.limit + 25)
    expect(served.first + served.second).toBe(servedOf(spends))
  })

  test("during top-ups lose and invent nothing: what was granted is spent or left", async () => {
    const { identity, keys } = await addCustomer({ remaining: 50 }, 10)
    let granted = 50
    const topUps = async () => {
      for (let round = 0; round < 20 * rounds; round += 1) {
        await change(stores[round % nodeCount] ?? store, api.workspaceId, async (tx) => {
          const stored = await tx.identities.findForUpdate(api.workspaceId, identity.id)
          if (stored?.balance == null) throw new Error("The identity is gone.")
          const balance = { ...stored.balance, remaining: (stored.balance.remaining ?? 0) + 13 }
          await tx.identities.update(stored, { ...stored, balance })
        })
        granted += 13
      }
    }
    const [spends] = await Promise.all([
      hammer(30, 20 * rounds, (on, index) => on.credits.spend(requestOf(identity, keys[index % keys.length]))),
      topUps(),
    ])
    expect(servedOf(spends) + ((await balanceOf(identity)).remaining ?? 0)).toBe(granted)
  })

  test("never wait in a circle with changes of keys and identities", async () => {
    const { identity, keys } = await addCustomer({ remaining: 10_000 }, 12)
    const changeAll = (on: Store) =>
      change(on, api.workspaceId, async (tx) => {
        await tx.keys.listForUpdate(
          api.workspaceId,
          keys.map(({ id }) => id),
        )
        await tx.identities.findForUpdate(api.workspaceId, identity.id)
      })
    const changes = Array.from({ length: 10 }, (_, index) => changeAll(stores[index % nodeCount] ?? store))
    const spends = await hammer(30, 20, (on, index) =>
      on.credits.spend(requestOf(identity, keys[(index * 7) % keys.length])),
    )
    await Promise.all(changes)
    expect(servedOf(spends)).toBe(600)
    expect((await balanceOf(identity)).remaining).toBe(9_400)
  })

  test("of a locked customer wait in their order, and delay no other customer", async () => {
    const [kept, free] = [await addCustomer({ remaining: 10 }, 2), await addCustomer({ remaining: 100 }, 1)]
    await using other = new SQL(database.directUrl, { max: 1 })
    await other.unsafe("begin")
    await other`select from identity_balances where identity_id = ${kept.identity.id} for update`
    const spendKept = (cost: number, index = 0) =>
      store.credits.spend(requestOf(kept.identity, kept.keys[index], { cost }))
    const waiting = [spendKept(8), spendKept(3, 1), spendKept(2)]
    for (let call = 0; call < 10; call += 1) {
      expect((await store.credits.spend(requestOf(free.identity, free.keys[0]))).type).toBe("spent")
    }
    await other.unsafe("rollback")
    expect((await Promise.all(waiting)).map(({ type }) => type)).toEqual(["spent", "short", "spent"])
    expect((await balanceOf(kept.identity)).remaining).toBe(0)
    expect(await keyCredits(kept.keys)).toBe(1_000_000 - 10)
  })

  test("whose connection is lost happened in both balances if they are answered, and else in neither", async () => {
    const { identity, keys } = await addCustomer({ remaining: 1_000 }, 1, 1_000)
    const [key] = keys
    if (key === undefined) throw new Error("There is no key.")
    let left = 1_000
    for (const [text, what] of [
      ["begin", "answer"],
      ["commit\0", "request"],
      ["commit\0", "answer"],
    ] as const) {
      database.proxy.loseNext({ text, what, after: balanceIdOf(key) })
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.credits.spend(requestOf(identity, key))),
      )
      for (const result of results) {
        if (result.status === "rejected") expect(result.reason).toBeInstanceOf(StorageUnavailable)
      }
      left -= results.filter(({ status }) => status === "fulfilled").length
      expect((await balanceOf(identity)).remaining).toBe(left)
      expect(await keyCredits(keys)).toBe(left)
    }
    expect(left).toBe(980)
  })
})
