import { describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { sql } from "kysely"
import { openEmptyDatabase, provideDatabase } from "../../../test/storage/provide-database.ts"
import { compareBytes } from "../../core/byte-order.ts"
import { addCountingIdentity } from "../conformance/counting-identity.ts"
import { newKey } from "../conformance/new-key.ts"
import { newRole, time } from "../conformance/new-objects.ts"
import { addApi, addKey, addKeys, addWorkspace, change } from "../conformance/stored-objects.ts"
import { everyKey, everything } from "../conformance/whole-lists.ts"
import { storageConformance } from "../conformance.ts"
import { noUsage } from "../port/usage.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { integerColumns } from "../sql/schema/schema.ts"

storageConformance("postgres")

describe("a PostgreSQL database", () => {
  const { engine, store } = provideDatabase("postgres")

  test("compares text by bytes, although its own locale does not", async () => {
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
    const usage = { ...noUsage, keys: new Map([[key.id, maximum]]) }
    const months = [{ workspaceId: key.workspaceId, month: "2026-11", count: maximum }]
    await store.usage.add({ ...usage, months })
    expect(await store.usage.verificationsIn(key.workspaceId, "2026-11")).toBe(maximum)
    expect((await store.keys.find(key.workspaceId, key.id))?.lastUsedAt).toBe(maximum)
  })

  test("reads what was committed last, although its default is a stricter isolation", async () => {
    await using strict = await openEmptyDatabase("postgres")
    await using admin = new SQL(strict.location, { max: 1 })
    const name = new URL(strict.location).pathname.slice(1)
    await admin.unsafe(`alter database ${name} set default_transaction_isolation = 'serializable'`)
    await migrate(strict.engine)
    const { increment, count } = await addCountingIdentity(strict.store)
    await Promise.all(Array.from({ length: 20 }, () => increment()))
    expect(await count()).toBe(20)
  })

  test("is not filled with prepared statements by inserts and lists of all sizes", async () => {
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
    expect(keptByWriter.rows[0]?.count).toBeLessThan(40)
  })
})
