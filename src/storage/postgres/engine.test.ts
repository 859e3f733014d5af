import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { sql } from "kysely"
import { createDatabase, type Database } from "../../../test/services/postgres.ts"
import { compareBytes } from "../../core/byte-order.ts"
import { chainStart, endOfChain, followChain } from "../../core/event-chain.ts"
import { sha256 } from "../../secrets/hash.ts"
import {
  addApi,
  addKey,
  addKeys,
  addWorkspace,
  balanceIdOf,
  change,
  everyKey,
  everything,
  mintId,
  newApi,
  newHash,
  newIdentity,
  newKey,
  newRole,
  rejection,
  time,
} from "../conformance/fixtures.ts"
import { storageConformance } from "../conformance.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { installationOf } from "../sql/installation.ts"
import { migrate, NewerSchema } from "../sql/migrate.ts"
import { integerColumns } from "../sql/schema.ts"
import { sqlStore } from "../sql/store.ts"
import { openPostgres } from "./engine.ts"

const storeOn = (engine: Engine): Store => sqlStore(engine, () => mintId("evt"))

storageConformance("PostgreSQL", async () => {
  const database = await createDatabase()
  const engine = openPostgres(database.url)
  await migrate(engine)
  const store = storeOn(engine)
  return {
    store,
    async close() {
      await store.close()
      await database.drop()
    },
  }
})

describe("a PostgreSQL database", () => {
  let database: Database | undefined
  let engine: Engine | undefined
  const open = (): { engine: Engine; store: Store; url: string } => {
    if (database === undefined || engine === undefined) throw new Error("There is no database.")
    return { engine, store: storeOn(engine), url: database.url }
  }
  beforeAll(async () => {
    database = await createDatabase()
    engine = openPostgres(database.url)
    await migrate(engine)
  })
  afterAll(async () => {
    await engine?.close()
    await database?.drop()
  })

  test("compares text by bytes, although its own locale does not", async () => {
    const { engine, store } = open()
    const locale = await sql<{ is_less: boolean }>`select 'a' < 'B' as is_less`.execute(engine.reader)
    expect(locale.rows).toEqual([{ is_less: true }])
    const { id } = await addWorkspace(store)
    const names = ["a", "B", "b", "á", "Z", "\ue000", "\u{10000}"]
    await change(store, id, async (tx) => {
      for (const name of names) await tx.roles.insert(id, newRole({ id: `${id}${name}`, name }))
    })
    const listed = await store.roles.list(id, everything)
    expect(listed.map(({ name }) => name)).toEqual(names.toSorted(compareBytes))
  })

  test("hands out every 64-bit integer as an exact number", async () => {
    const { engine, store } = open()
    const { rows } = await sql<{ name: string; type: string }>`
      select distinct column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema()`.execute(engine.reader)
    const bigints = rows.filter(({ type }) => type === "bigint").map(({ name }) => name)
    expect(bigints.filter((name) => !integerColumns.has(name))).toEqual([])
    const others = rows.filter(({ type }) => type !== "bigint").map(({ name }) => name)
    expect(others.filter((name) => integerColumns.has(name))).toEqual([])

    const maximum = Number.MAX_SAFE_INTEGER
    const credits = { remaining: maximum, refill: { interval: "daily", amount: maximum }, refillAt: maximum } as const
    const key = await addKey(store, { expires: maximum, createdAt: maximum, updatedAt: maximum - 1, credits })
    expect(await store.keys.find(key.workspaceId, key.id)).toEqual(key)
    const usage = { keys: new Map([[key.id, maximum]]), rootKeys: new Map(), verifications: [] }
    const months = [{ workspaceId: key.workspaceId, month: "2026-11", count: maximum }]
    await store.usage.add({ ...usage, months })
    expect(await store.usage.verificationsIn(key.workspaceId, "2026-11")).toBe(maximum)
    expect((await store.keys.find(key.workspaceId, key.id))?.lastUsedAt).toBe(maximum)
  })

  test("can be migrated by many nodes at once: one does it, the others wait", async () => {
    const empty = await createDatabase()
    const nodes = Array.from({ length: 5 }, () => openPostgres(empty.url))
    const applied = await Promise.all(nodes.map(migrate))
    expect(applied.filter(({ length }) => length > 0)).toHaveLength(1)
    for (const node of nodes) expect(await storeOn(node).checkReadiness()).toBeUndefined()
    await Promise.all(nodes.map((node) => node.close()))
    await empty.drop()
  })

  test("of a newer version is refused", async () => {
    const newer = await createDatabase()
    const node = openPostgres(newer.url)
    await migrate(node)
    await node.transaction((db) =>
      sql`insert into schema_migrations values ('9999-future', 1, '9999-future')`.execute(db),
    )
    expect(await rejection(migrate(node))).toBeInstanceOf(NewerSchema)
    expect(await rejection(storeOn(node).checkReadiness())).toBeInstanceOf(Error)
    await node.close()
    await newer.drop()
  })

  test("that cuts the connection of a transaction is unavailable to it, and the next call works", async () => {
    const { store, url } = open()
    const { id } = await addWorkspace(store)
    const api = newApi(id)
    await using admin = new SQL(url, { max: 1 })
    const cut = () =>
      admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
    const inTheMiddle = change(store, id, async (tx) => {
      await tx.apis.insert(api)
      await cut()
      await tx.apis.find(id, api.id)
    })
    expect(await rejection(inTheMiddle)).toBeInstanceOf(StorageUnavailable)
    expect(await store.apis.list(id, everything)).toEqual([])
    const atTheEnd = change(store, id, async (tx) => {
      await tx.apis.insert(api)
      await cut()
    })
    expect(await rejection(atTheEnd)).toBeInstanceOf(StorageUnavailable)
    expect(await store.apis.list(id, everything)).toEqual([])
    await change(store, id, (tx) => tx.apis.insert(api))
    expect(await store.apis.list(id, everything)).toEqual([api])
  })

  test("that cuts every idle connection is connected to again, and nobody notices", async () => {
    const { store, url } = open()
    await using admin = new SQL(url, { max: 1 })
    const key = await addKey(store, { credits: { remaining: 3, refill: null, refillAt: null } })
    for (let round = 1; round <= 3; round += 1) {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await Bun.sleep(50)
      expect(await store.keys.find(key.workspaceId, key.id)).toBeDefined()
      const spend = await store.credits.spend({ balanceId: balanceIdOf(key), cost: 1, now: time })
      expect(spend).toEqual({ type: "spent", remaining: 3 - round })
      await change(store, key.workspaceId, (tx) => tx.apis.insert(newApi(key.workspaceId)))
    }
  })

  test("that is gone is unavailable", async () => {
    const gone = await createDatabase()
    const node = openPostgres(gone.url)
    await migrate(node)
    await gone.drop()
    const store = storeOn(node)
    expect(await rejection(store.workspaces.find("ws_1"))).toBeInstanceOf(StorageUnavailable)
    expect(await rejection(change(store, undefined, async () => {}))).toBeInstanceOf(StorageUnavailable)
    expect(await rejection(store.credits.spend({ balanceId: "bal_1", cost: 1, now: time }))).toBeInstanceOf(
      StorageUnavailable,
    )
    expect(await rejection(store.checkReadiness())).toBeInstanceOf(StorageUnavailable)
    await node.close()
  })

  test("reads what was committed last, although its default is a stricter isolation", async () => {
    const strict = await createDatabase()
    const name = new URL(strict.url).pathname.slice(1)
    const admin = new SQL(strict.url, { max: 1 })
    await admin.unsafe(`alter database ${name} set default_transaction_isolation = 'serializable'`)
    await admin.close()
    const node = openPostgres(strict.url)
    await migrate(node)
    const store = storeOn(node)
    const { id } = await addWorkspace(store)
    const identity = newIdentity(id, { meta: { count: 0 } })
    await change(store, id, (tx) => tx.identities.insert([identity]))
    await Promise.all(Array.from({ length: 20 }, () => increment(store, id, identity.id)))
    expect((await store.identities.find(id, identity.id))?.meta).toEqual({ count: 20 })
    await node.close()
    await strict.drop()
  })

  test("is not filled with prepared statements by inserts and lists of all sizes", async () => {
    const { engine, store } = open()
    const api = await addApi(store)
    for (let size = 1; size <= 40; size += 1) {
      const keys = Array.from({ length: size }, (_, index) =>
        newKey(api, { expires: index % 3 === 0 ? null : time * index }),
      )
      await addKeys(store, ...keys)
      await store.keys.list(api.workspaceId, { ...everyKey, limit: size })
    }
    const count = sql<{ count: number }>`select count(*) as count from pg_prepared_statements`
    const kept = await Promise.all(Array.from({ length: 30 }, () => count.execute(engine.reader)))
    expect(Math.max(...kept.map(({ rows }) => rows[0]?.count ?? 0))).toBeLessThan(25)
    const keptByWriter = await engine.transaction((db) => count.execute(db))
    expect(keptByWriter.rows[0]?.count).toBe(0)
  })

  test("is shared by nodes: chains, balances, counts, claims and facts are one", async () => {
    const { engine, store, url } = open()
    const other = openPostgres(url)
    const stores = [store, storeOn(other)]
    const { id } = await addWorkspace(store)
    const identity = newIdentity(id, { meta: { count: 0 } })
    await change(store, id, (tx) => tx.identities.insert([identity]))
    const keys = await Promise.all(
      Array.from({ length: 5 }, () => addKey(store, { credits: { remaining: 30, refill: null, refillAt: null } })),
    )
    const claim = { scope: id, operation: "x", keyHash: newHash() }
    const request = { bodyHash: "b", now: time, expiresAt: time + 1 }
    const [spends, admitted, claims] = await Promise.all([
      Promise.all(
        stores.flatMap(({ credits }) =>
          [...keys, ...keys.toReversed()].flatMap((key) =>
            Array.from({ length: 20 }, () => credits.spend({ balanceId: balanceIdOf(key), cost: 1, now: time })),
          ),
        ),
      ),
      Promise.all(
        stores.flatMap(({ usage }) => Array.from({ length: 20 }, () => usage.admitVerification(id, "2026-11", 15))),
      ),
      Promise.all(stores.map(({ idempotency }, index) => idempotency.claim(claim, { ...request, claim: `${index}` }))),
      Promise.all(stores.flatMap((one) => Array.from({ length: 20 }, () => increment(one, id, identity.id)))),
    ])
    expect(spends.filter(({ type }) => type === "spent")).toHaveLength(150)
    for (const key of keys) {
      expect(await store.credits.spend({ balanceId: balanceIdOf(key), cost: 0, now: time })).toEqual({
        type: "spent",
        remaining: 0,
      })
    }
    expect(admitted.filter(Boolean)).toHaveLength(15)
    expect(claims.map(({ type }) => type).toSorted()).toEqual(["claimed", "running"])
    expect((await store.identities.find(id, identity.id))?.meta).toEqual({ count: 40 })
    let position = chainStart
    for (const event of await store.events.listChain(id, 0, 100)) {
      const step = followChain(sha256, position, event)
      if (step.type !== "intact") throw new Error(`The event ${event.sequence} is ${step.type}.`)
      position = step.position
    }
    expect(position.length).toBe(40)
    expect(endOfChain(position, await store.events.findChainEnd(id))).toBe("intact")
    const secrets = await Promise.all(
      [engine, other].map((node, index) => installationOf(node).agreeOn("secret", `${index}`)),
    )
    expect(new Set(secrets).size).toBe(1)
    await other.close()
  })
})

function increment(store: Store, workspaceId: string, identityId: string): Promise<void> {
  return change(store, workspaceId, async (tx) => {
    const identity = await tx.identities.find(workspaceId, identityId)
    if (identity === undefined) throw new Error("The identity is gone.")
    await tx.identities.update({ ...identity, meta: { count: Number(identity.meta.count) + 1 } })
    const resources = [{ type: "identity", id: identityId }] as const
    tx.record({ type: "identity.updated", workspaceId, resources, changes: { before: {}, after: {} } })
  })
}
