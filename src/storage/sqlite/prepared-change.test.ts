import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { newApi, newIdentity, time } from "../conformance/new-objects.ts"
import { addApi, addKey, addWorkspace, change, operator } from "../conformance/stored-objects.ts"
import { everything } from "../conformance/whole-lists.ts"
import type { Transaction } from "../port/store.ts"
import { noUsage } from "../port/usage.ts"
import { openPreparedChange } from "./prepared-change.ts"

describe("a change of a SQLite file that prepares first", () => {
  const { store } = provideDatabase("sqlite")
  const prepare = <T>(workspaceId: string, work: (tx: Transaction) => Promise<T>) =>
    store.transaction({ workspaceId, actor: operator, requestId: "req_1", now: time, preparesFirst: true }, work)

  test("lets changes of every workspace go first, until it is stored", async () => {
    const [own, other] = [await addWorkspace(store), await addWorkspace(store)]
    const api = newApi(own.id)
    await prepare(own.id, async (tx) => {
      expect(await tx.apis.find(own.id, api.id)).toBeUndefined()
      await tx.apis.insert(api)
      for (const { id } of [own, other])
        await change(store, id, (before) => before.identities.insert([newIdentity(id)]))
    })
    expect(await store.apis.find(own.id, api.id)).toEqual(api)
  })

  test("runs again if another change has modified what it looked up or listed", async () => {
    const api = await addApi(store)
    const reads = [
      (tx: Transaction) => tx.apis.find(api.workspaceId, api.id),
      async (tx: Transaction) => (await tx.apis.list(api.workspaceId, everything))[0],
    ]
    for (const read of reads) {
      const seen: (string | undefined)[] = []
      await prepare(api.workspaceId, async (tx) => {
        const found = await read(tx)
        if (seen.push(found?.name) === 1) {
          await change(store, api.workspaceId, (first) => first.apis.update({ ...api, name: `${found?.name}, first` }))
        }
        await tx.apis.update({ ...api, name: `${found?.name}, then` })
      })
      expect(seen).toHaveLength(2)
      expect((await store.apis.find(api.workspaceId, api.id))?.name).toBe(`${seen[0]}, first, then`)
    }
  })

  test("keeps others waiting from the moment it takes its turn, or reads what it may have written", async () => {
    const api = await addApi(store)
    const takings = [
      (tx: Transaction) => tx.acquireWriteLock(),
      async (tx: Transaction) => {
        await tx.apis.update({ ...api, name: "own" })
        expect((await tx.apis.find(api.workspaceId, api.id))?.name).toBe("own")
      },
    ]
    for (const take of takings) {
      const order: string[] = []
      let following: Promise<unknown> | undefined
      await prepare(api.workspaceId, async (tx) => {
        await take(tx)
        following = change(store, api.workspaceId, async () => order.push("other"))
        await tx.apis.update({ ...api, name: "own again" })
        order.push("own")
      })
      await following
      expect(order).toEqual(["own", "other"])
    }
  })

  test("that is refused waits for no turn", async () => {
    const { id } = await addWorkspace(store)
    const gate = Promise.withResolvers<void>()
    const holding = change(store, id, async (tx) => {
      await tx.apis.insert(newApi(id))
      await gate.promise
    })
    const refusal = new Error("no")
    const refused = prepare(id, async (tx) => {
      await tx.apis.insert(newApi(id))
      throw refusal
    })
    expect(await rejection(refused)).toBe(refusal)
    gate.resolve()
    await holding
  })

  test("that is refused after others changed one of two things that it has read runs again", async () => {
    const one = await addApi(store)
    const other = newApi(one.workspaceId)
    await change(store, one.workspaceId, (tx) => tx.apis.insert(other))
    const rename = (name: string) =>
      change(store, one.workspaceId, async (tx) => {
        for (const api of [one, other]) await tx.apis.update({ ...api, name })
      })
    await rename("before")
    let runs = 0
    await prepare(one.workspaceId, async (tx) => {
      const first = await tx.apis.find(one.workspaceId, one.id)
      runs += 1
      if (runs === 1) await rename("after")
      const second = await tx.apis.find(one.workspaceId, other.id)
      if (first?.name !== second?.name) throw new Error("This was never so.")
    })
    expect(runs).toBe(2)
  })

  test("does not run again for other new objects while there is room in the quota", async () => {
    const { id } = await addWorkspace(store)
    const quota = { additional: 1, limit: 1_000, now: time }
    await change(store, id, (tx) => tx.identities.hasRoom(id, quota))
    let runs = 0
    await prepare(id, async (tx) => {
      runs += 1
      expect(await tx.identities.hasRoom(id, quota)).toBe(true)
      await change(store, id, (other) => other.identities.insert([newIdentity(id)]))
    })
    expect(runs).toBe(1)
  })

  test("does not run again because a key was used, but does because its name changed", async () => {
    const key = await addKey(store)
    const runsBeside = async (beside: () => Promise<unknown>) => {
      let runs = 0
      await prepare(key.workspaceId, async (tx) => {
        await tx.keys.find(key.workspaceId, key.id)
        runs += 1
        if (runs === 1) await beside()
        await tx.apis.insert(newApi(key.workspaceId))
      })
      return runs
    }
    const use = () => store.usage.add({ ...noUsage, keys: new Map([[key.id, time + 1]]) })
    const rename = () => change(store, key.workspaceId, (tx) => tx.keys.update(key, { ...key, name: "another" }))
    expect(await runsBeside(use)).toBe(1)
    expect((await store.keys.find(key.workspaceId, key.id))?.lastUsedAt).toBe(time + 1)
    expect(await runsBeside(rename)).toBe(2)
  })

  test("that fails leaves no turn behind, even if a statement of it waits for one or comes too late", async () => {
    const api = await addApi(store)
    const find = (tx: Transaction) => tx.apis.find(api.workspaceId, api.id)
    const gate = Promise.withResolvers<void>()
    const holding = change(store, api.workspaceId, async (tx) => {
      await tx.apis.insert(newApi(api.workspaceId))
      await gate.promise
    })
    let late: Promise<unknown> | undefined
    const failing = prepare(api.workspaceId, async (tx) => {
      await tx.apis.update({ ...api, name: "never" })
      late = rejection(holding.then(() => find(tx)))
      await Promise.all([find(tx), Promise.reject(new Error("no"))])
    })
    gate.resolve()
    expect(await rejection(failing)).toEqual(new Error("no"))
    expect(await late).toBeInstanceOf(Error)
    await change(store, api.workspaceId, (tx) => tx.apis.insert(newApi(api.workspaceId)))
    expect(await store.apis.find(api.workspaceId, api.id)).toEqual(api)
  })

  test("waits for a read that is on its way before it compares", async () => {
    const slow = Promise.withResolvers<readonly unknown[]>()
    const inTurn = { run: async () => [{ id: "new" }] }
    const asked = Promise.withResolvers<void>()
    const read = () => {
      asked.resolve()
      return slow.promise
    }
    const change = openPreparedChange({ read, beginInTurn: async () => inTurn as never })
    const reading = change.db.selectFrom("apis").select("id").execute()
    await asked.promise
    const taking = rejection(change.acquireWriteLock())
    slow.resolve([{ id: "old" }])
    expect(await reading).toEqual([{ id: "old" }])
    expect(await taking).toBeInstanceOf(Error)
    expect(change.failure()).toBeDefined()
  })

  test("continues after every change that it has seen, also if it is refused", async () => {
    const api = await addApi(store)
    const names = Array.from({ length: 64 }, (_, index) => String(index))
    const order: string[] = []
    const earlier = names.map(async (name) => {
      await change(store, api.workspaceId, (tx) => tx.apis.update({ ...api, name }))
      // What is stale leaves memory here, and then a response is written.
      order.push(name)
      for (const end = performance.now() + 2; performance.now() < end; );
    })
    let seen: string | undefined
    while (seen !== names.at(-1)) {
      const refused = prepare(api.workspaceId, async (tx) => {
        seen = (await tx.apis.find(api.workspaceId, api.id))?.name
        throw new Error("It is refused.")
      })
      await rejection(refused)
      if (seen !== api.name) expect(order).toContain(String(seen))
    }
    await Promise.all(earlier)
  })

  test("counts what two of them add at once, each after the other", async () => {
    const api = await addApi(store)
    await change(store, api.workspaceId, (tx) => tx.apis.update({ ...api, name: "0" }))
    const increment = () =>
      prepare(api.workspaceId, async (tx) => {
        const found = await tx.apis.find(api.workspaceId, api.id)
        await tx.apis.update({ ...api, name: String(Number(found?.name) + 1) })
      })
    const beside = () => change(store, api.workspaceId, (tx) => tx.apis.insert(newApi(api.workspaceId)))
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? increment() : beside())))
    expect((await store.apis.find(api.workspaceId, api.id))?.name).toBe("20")
  })
})
