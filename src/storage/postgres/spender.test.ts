import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import fc from "fast-check"
import { sql } from "kysely"
import { createProxiedDatabase, type ProxiedDatabase } from "../../../test/crash/proxied-database.ts"
import { rejection } from "../../../test/harness/rejection.ts"
import { patience, storeOn } from "../../../test/storage/provide-database.ts"
import type { BalanceVerdict } from "../../core/decide-spends.ts"
import type { Api, KeyDetails } from "../../core/model.ts"
import { balanceIdOf, limited, newBalance, newKey, short, spent } from "../conformance/new-key.ts"
import { time } from "../conformance/new-objects.ts"
import { addApi, addKeys, change } from "../conformance/stored-objects.ts"
import type { Spend } from "../port/credits.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine, Held } from "../sql/engine.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { openPostgres } from "./engine.ts"

const nodeCount = 3

describe("spends on PostgreSQL", () => {
  let database: ProxiedDatabase
  let engines: readonly Engine[]
  let stores: readonly Store[]
  let engine: Engine
  let store: Store
  let api: Api

  beforeAll(async () => {
    database = await createProxiedDatabase()
    engines = Array.from({ length: nodeCount }, () => openPostgres(database.url, { patience }))
    stores = engines.map(storeOn)
    const [first] = engines
    const [firstStore] = stores
    if (first === undefined || firstStore === undefined) throw new Error("There is no node.")
    engine = first
    store = firstStore
    await migrate(engine)
    api = await addApi(store)
  })
  afterAll(async () => {
    for (const node of engines) await node.close()
    await database.drop()
  })

  const addLimited = async (...balances: readonly number[]): Promise<readonly string[]> => {
    const keys = balances.map((remaining) => newKey(api, { credits: limited(remaining) }))
    await addKeys(store, ...keys)
    return keys.map(balanceIdOf)
  }
  const remainingIn = async (balanceId = "") =>
    (await store.balances.listByIds(api.workspaceId, [balanceId]))[0]?.credits?.remaining
  const spend = (balanceId = "", cost = 1, on = store) => on.credits.spend({ balanceId, cost, now: time })
  const servedOf = (spends: readonly Spend[]) => spends.filter(({ type }) => type === "spent").length
  /** Locks the balances until the returned function runs. */
  const lock = async (balanceIds: readonly string[]) => {
    const other = new SQL(database.directUrl, { max: 1 })
    const connection = await other.reserve()
    await connection.unsafe("begin")
    for (const balanceId of balanceIds) {
      await connection`select from balances where id = ${balanceId} for update`
    }
    return async () => {
      await connection.unsafe("rollback")
      connection.release()
      await other.close()
    }
  }

  test("a group gives the same answers as its spends one by one, whatever is in it", async () => {
    const balances = fc.array(fc.record({ credits: fc.option(fc.nat(50)), isDue: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    })
    const calls = fc.array(fc.record({ key: fc.nat(4), cost: fc.integer({ min: 1, max: 20 }), later: fc.nat(1) }), {
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(balances, calls, async (initial, wanted) => {
        const twins = initial.map(({ credits, isDue }) => {
          const refill = isDue ? { refill: { interval: "daily", amount: 5 } as const, refillAt: time + 1 } : none
          const members = () => ({ balance: newBalance(credits === null ? null : { remaining: credits, ...refill }) })
          return { groupByOwner: newKey(api, members()), single: newKey(api, members()) }
        })
        await addKeys(store, ...twins.flatMap(({ groupByOwner, single }) => [groupByOwner, single]))
        const requests = (which: "groupByOwner" | "single") =>
          wanted.map(({ key, cost, later }) => ({
            balanceId: twins[key]?.[which].balance?.id ?? "bal_unknown",
            cost,
            now: time + later,
          }))
        const expected: (BalanceVerdict | Held)[] = []
        for (const request of requests("single")) expected.push(...(await engine.spend([request], "short")))
        expect(await engine.spend(requests("groupByOwner"), "short")).toEqual(expected)
        for (const { groupByOwner, single } of twins)
          expect(await remainingIn(balanceIdOf(groupByOwner))).toBe(await remainingIn(balanceIdOf(single)))
      }),
      { numRuns: 40 },
    )
  })

  test("survive that a pooler discards their prepared statements, and charge once", async () => {
    const [balanceId = ""] = await addLimited(10)
    const admin = new SQL(database.directUrl, { max: 1 })
    await admin.unsafe(`
      create function discard_statements() returns trigger language plpgsql as $$
        begin execute 'deallocate all'; return new; end $$;
      create trigger discards before update on balances for each row execute function discard_statements()`)
    try {
      for (let times = 0; times < 3; times += 1) expect((await spend(balanceId)).type).toBe("spent")
    } finally {
      await admin.unsafe("drop function discard_statements cascade")
      await admin.close()
    }
    expect(await remainingIn(balanceId)).toBe(7)
  })

  test("of many clients on three nodes take exactly what a key has", async () => {
    const credits = 1_000
    const [hot] = await addLimited(credits)
    const client = async (on: Store) => {
      const spends: Spend[] = []
      for (let call = 0; call < 20; call++) spends.push(await spend(hot, 1, on))
      return spends
    }
    const clients = stores.flatMap((on) => Array.from({ length: 30 }, () => client(on)))
    const spends = (await Promise.all(clients)).flat()
    expect(spends).toHaveLength(1_800)
    expect(servedOf(spends)).toBe(credits)
    expect(await remainingIn(hot)).toBe(0)
    const seen = spends.flatMap((one) => (one.type === "spent" ? [one.balances.key] : []))
    expect(new Set(seen).size).toBe(credits)
  })

  test("of mixed costs on many keys and three nodes never take more than there is, and leave only what is too little", async () => {
    const keys = await addLimited(...new Array<number>(8).fill(700))
    const calls = stores.flatMap((on, node) =>
      Array.from({ length: 400 }, (_, index) => ({
        on,
        balanceId: keys[(node % 2 === 0 ? index : 400 - index) % keys.length] ?? "",
        cost: 1 + ((index * 7 + node) % 9),
      })),
    )
    const spends = await Promise.all(calls.map(({ on, balanceId, cost }) => spend(balanceId, cost, on)))
    for (const balanceId of keys) {
      const ofKey = calls
        .map((call, index) => ({ ...call, spend: spends[index] }))
        .filter((one) => one.balanceId === balanceId)
      const taken = ofKey.filter((one) => one.spend?.type === "spent").reduce((sum, { cost }) => sum + cost, 0)
      const left = 700 - taken
      expect(await remainingIn(balanceId)).toBe(left)
      const refused = ofKey.filter((one) => one.spend?.type === "short")
      expect(refused.length).toBeGreaterThan(0)
      for (const { cost } of refused) expect(cost).toBeGreaterThan(left)
    }
  })

  test("of a locked key wait in their order, and delay no other key", async () => {
    const [kept, free] = await addLimited(10, 1_000)
    const unlock = await lock([kept ?? ""])
    const waiting = [spend(kept, 8), spend(free), spend(kept, 3)]
    await Bun.sleep(50)
    waiting.push(spend(kept, 2), spend(kept, 1))
    for (let call = 0; call < 20; call++) expect((await spend(free)).type).toBe("spent")
    await unlock()
    expect(await Promise.all(waiting)).toEqual([spent(2), spent(999), short(2), spent(0), short(0)])
    expect(await spend(kept)).toEqual(short(0))
  })

  test("of a key that is being topped up use the balance after it", async () => {
    const [empty = "", low = ""] = await addLimited(0, 3)
    await using admin = new SQL(database.directUrl, { max: 1 })
    await using topUp = new SQL(database.directUrl, { max: 1 })
    for (const balanceId of [empty, low]) {
      await topUp.unsafe("begin")
      await topUp`update balances set remaining = remaining + 100 where id = ${balanceId}`
      const waiting = spend(balanceId, 10)
      const isWaiting = async () =>
        (await admin`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
          .length
      while ((await isWaiting()) === 0) await Bun.sleep(5)
      await topUp.unsafe("commit")
      const left = balanceId === empty ? 90 : 93
      expect(await waiting).toEqual(spent(left))
      expect(await remainingIn(balanceId)).toBe(left)
    }
  })

  test("of a key that stays locked are unavailable, and spend nothing", async () => {
    const [kept, free] = await addLimited(10, 10)
    const lockMs = 1_000
    const hasty = openPostgres(database.url, { patience: { lockMs, reserveMs: 8_000, silenceMs: 12_000 } })
    const hastyStore = storeOn(hasty)
    const unlock = await lock([kept ?? ""])
    const startedAt = performance.now()
    const waiting = [kept, kept].map((balanceId) => rejection(spend(balanceId, 1, hastyStore)))
    expect(await spend(free, 1, hastyStore)).toEqual(spent(9))
    for (const refused of waiting) expect(await refused).toBeInstanceOf(StorageUnavailable)
    // Without its own limit, a spend would wait ten seconds, as long as any statement may take.
    expect(performance.now() - startedAt).toBeLessThan(9_000)
    await unlock()
    expect(await remainingIn(kept)).toBe(10)
    expect(await spend(kept, 1, hastyStore)).toEqual(spent(9))
    await hasty.close()
  })

  test("of a locked key wait no longer while changes use all connections", async () => {
    const [kept] = await addLimited(10)
    const lockMs = 8_000
    const patience = { lockMs, reserveMs: lockMs, silenceMs: 12_000 }
    const crowded = openPostgres(database.url, { patience, connections: 10 })
    const unlock = await lock([kept ?? ""])
    const changes = Array.from({ length: 4 }, () => crowded.transaction((db) => sql`select pg_sleep(7.5)`.execute(db)))
    const startedAt = performance.now()
    expect(await rejection(spend(kept, 1, storeOn(crowded)))).toBeInstanceOf(StorageUnavailable)
    // It would take almost twice as long, if the limit started again once it has a connection.
    expect(performance.now() - startedAt).toBeLessThan(14_000)
    await unlock()
    await Promise.all(changes)
    expect(await remainingIn(kept)).toBe(10)
    await crowded.close()
  })

  test("and changes of many keys, taken in any order, never wait for each other in a circle", async () => {
    const keys = Array.from({ length: 12 }, () => newKey(api, { credits: limited(500) }))
    await addKeys(store, ...keys)
    const balances = keys.map(balanceIdOf)
    const changeAll = (on: Store, order: readonly KeyDetails[]) =>
      change(on, api.workspaceId, async (tx) => {
        for (const { id } of order) await tx.keys.findForUpdate(api.workspaceId, id)
      })
    const spends = stores.flatMap((on) => Array.from({ length: 600 }, (_, index) => spend(balances[index % 12], 1, on)))
    const changes = Array.from({ length: 10 }, (_, index) =>
      changeAll(stores[index % nodeCount] ?? store, index % 2 === 0 ? keys : keys.toReversed()),
    )
    await Promise.all(changes)
    expect(servedOf(await Promise.all(spends))).toBe(1_800)
    for (const balanceId of balances) expect(await remainingIn(balanceId)).toBe(350)
  })

  test("that fail for a reason of their own do not fail the others of their group", async () => {
    const [broken = "", ...sound] = await addLimited(100, 100, 100)
    await using admin = new SQL(database.directUrl, { max: 1 })
    await admin.unsafe(`alter table balances add constraint breaks check (id <> '${broken}' or remaining = 100)`)
    const calls = [...sound, broken, ...sound, broken, ...sound]
    const results = await Promise.allSettled(calls.map((balanceId) => spend(balanceId)))
    await admin.unsafe("alter table balances drop constraint breaks")
    expect(results.map(({ status }) => status)).toEqual(
      calls.map((balanceId) => (balanceId === broken ? "rejected" : "fulfilled")),
    )
    expect(await Promise.all([broken, ...sound].map(remainingIn))).toEqual([100, 97, 97])
  })

  test("whose connection is lost happened if they are answered, and else did not", async () => {
    const [first, last] = await addLimited(1_000, 1_000)
    let expected = 1_000
    for (const [text, what] of [
      ["begin", "request"],
      ["begin", "answer"],
      ["commit\0", "request"],
      ["commit\0", "answer"],
    ] as const) {
      database.proxy.loseNext({ text, what, after: last ?? "" })
      const results = await Promise.allSettled([
        ...Array.from({ length: 20 }, () => spend(first)),
        ...Array.from({ length: 20 }, () => spend(last)),
      ])
      const served = results.slice(20).filter(({ status }) => status === "fulfilled").length
      expect(served).toBe(text !== "begin" && what === "answer" ? 20 : 0)
      expected -= served
      expect(await remainingIn(last)).toBe(expected)
      for (const { status, reason } of results.map((one) => ({ reason: undefined, ...one }))) {
        if (status === "rejected") expect(reason).toBeInstanceOf(StorageUnavailable)
      }
    }
    expect(await spend(last)).toEqual(spent(expected - 1))
  })
})

const none = { refill: null, refillAt: null }
