import { describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { rejection } from "../../../test/harness/rejection.ts"
import { openDatabase, provideDatabase } from "../../../test/storage/provide-database.ts"
import { balanceIdOf, limited, spent } from "../conformance/new-key.ts"
import { newApi, time } from "../conformance/new-objects.ts"
import { addKey, addWorkspace, change } from "../conformance/stored-objects.ts"
import { everything } from "../conformance/whole-lists.ts"
import type { Transaction } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"

describe("a PostgreSQL server", () => {
  const database = provideDatabase("postgres")
  const { store } = database

  test("that cuts the connection of a transaction is unavailable to it, and the next call works", async () => {
    const { id } = await addWorkspace(store)
    const api = newApi(id)
    await using admin = new SQL(database.location, { max: 1 })
    const cut = () =>
      admin`select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
    const findApi = (tx: Transaction) => tx.apis.find(id, api.id)
    for (const next of [findApi, async () => {}]) {
      const changing = change(store, id, async (tx) => {
        // After the reply, the transaction is idle. If the server ends it before the cut, the change runs again.
        await findApi(tx)
        await tx.apis.insert(api)
        await cut()
        await next(tx)
      })
      expect(await rejection(changing)).toBeInstanceOf(StorageUnavailable)
      expect(await store.apis.list(id, everything)).toEqual([])
    }
    await change(store, id, (tx) => tx.apis.insert(api))
    expect(await store.apis.list(id, everything)).toEqual([api])
  })

  test("that cuts every idle connection is connected to again, and no call fails", async () => {
    await using admin = new SQL(database.location, { max: 1 })
    const key = await addKey(store, { credits: limited(3) })
    for (let round = 1; round <= 3; round += 1) {
      await admin`select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await Bun.sleep(50)
      expect(await store.keys.find(key.workspaceId, key.id)).toBeDefined()
      const spend = await store.credits.spend({ balanceId: balanceIdOf(key), cost: 1, now: time })
      expect(spend).toEqual(spent(3 - round))
      await change(store, key.workspaceId, (tx) => tx.apis.insert(newApi(key.workspaceId)))
    }
  })

  test("that is gone is unavailable", async () => {
    await using lost = await openDatabase("postgres")
    const { pathname } = new URL(lost.location)
    await using admin = new SQL(database.location, { max: 1 })
    await admin.unsafe(`drop database ${pathname.slice(1)} with (force)`)
    const { workspaces, credits, checkReadiness } = lost.store
    const calls = [
      workspaces.find("ws_1"),
      change(lost.store, undefined, async () => {}),
      credits.spend({ balanceId: "bal_1", cost: 1, now: time }),
      checkReadiness(),
    ]
    for (const error of await Promise.all(calls.map(rejection))) expect(error).toBeInstanceOf(StorageUnavailable)
  })
})
