import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Store } from "../port/store.ts"
import { addCountingIdentity } from "./counting-identity.ts"
import { newKey } from "./new-key.ts"
import { newApi, newIdentity, time } from "./new-objects.ts"
import { newEntry } from "./recorded-events.ts"
import { addApi, addWorkspace, change } from "./stored-objects.ts"
import { everything } from "./whole-lists.ts"

class Refusal extends Error {}

export function transactionsConformance(store: Store): void {
  const eventsOf = (workspaceId: string) => store.events.listChain(workspaceId, 0, 1_000)

  describe("a transaction", () => {
    test("returns what its work returns, once everything it wrote can be read", async () => {
      const { id } = await addWorkspace(store)
      const [one, other] = [newApi(id), newApi(id)]
      const result = await change(store, id, async (tx) => {
        await tx.apis.insert(one)
        await tx.apis.insert(other)
        tx.record(newEntry(id))
        return "done"
      })
      expect(result).toBe("done")
      expect(await store.apis.list(id, everything)).toEqual([one, other])
      expect(await eventsOf(id)).toHaveLength(1)
    })

    test("reads its own writes, which others read only after the commit", async () => {
      const { id } = await addWorkspace(store)
      const api = newApi(id)
      await change(store, id, async (tx) => {
        await tx.apis.insert(api)
        tx.record(newEntry(id))
        expect(await tx.apis.find(id, api.id)).toEqual(api)
        expect(await store.apis.find(id, api.id)).toBeUndefined()
        expect(await eventsOf(id)).toEqual([])
      })
      expect(await store.apis.find(id, api.id)).toEqual(api)
    })

    test("of one workspace waits for few of another, however many are queued", async () => {
      const [busy, quiet] = [await addWorkspace(store), await addWorkspace(store)]
      const order: string[] = []
      const write = async (workspaceId: string) => {
        await change(store, workspaceId, async (tx) => {
          for (let count = 0; count < 5; count += 1) await tx.apis.insert(newApi(workspaceId))
        })
        order.push(workspaceId)
      }
      await Promise.all([...Array.from({ length: 200 }, () => write(busy.id)), write(quiet.id)])
      expect(order).toHaveLength(201)
      // The changes of a group return together, so these are at most two groups.
      expect(order.indexOf(quiet.id)).toBeLessThan(100)
    })

    test("that throws changes nothing, and throws the same error", async () => {
      const { id } = await addWorkspace(store)
      const [kept, identity] = [newApi(id), newIdentity(id)]
      await change(store, id, (tx) => tx.apis.insert(kept))
      const refusal = new Refusal("no")
      const failing = change(store, id, async (tx) => {
        await tx.apis.update({ ...kept, name: "Changed" })
        await tx.apis.insert(newApi(id))
        await tx.identities.insert([identity])
        await tx.keys.insert([newKey(kept, { identity })])
        await tx.workspaces.delete(id, time)
        tx.record(newEntry(id))
        throw refusal
      })
      expect(await rejection(failing)).toBe(refusal)
      expect(await store.workspaces.find(id)).toBeDefined()
      expect(await store.apis.list(id, everything)).toEqual([kept])
      expect(await store.identities.count(id)).toBe(0)
      expect(await store.keys.count(id)).toBe(0)
      expect(await eventsOf(id)).toEqual([])
      expect(await store.events.findChainEnd(id)).toEqual({ length: 0, hash: "" })
    })

    test("that cannot be recorded changes nothing", async () => {
      const { id } = await addWorkspace(store)
      const failing = change(store, id, async (tx) => {
        await tx.apis.insert(newApi(id))
        tx.record(newEntry("ws_unknown"))
      })
      expect(await rejection(failing)).toBeInstanceOf(Error)
      expect(await store.apis.list(id, everything)).toEqual([])
    })

    test("whose statement fails changes nothing, or commits the rest if the work continues", async () => {
      const { id } = await addWorkspace(store)
      const [before, after] = [newApi(id), newApi(id)]
      const outcome = await rejection(
        change(store, id, async (tx) => {
          await tx.apis.insert(before)
          await rejection(tx.apis.insert(before))
        }),
      )
      const committed = outcome === undefined ? [before] : []
      expect(await store.apis.list(id, everything)).toEqual(committed)
      await change(store, id, (tx) => tx.apis.insert(after))
      expect(await store.apis.list(id, everything)).toEqual([...committed, after])
    })

    test("of many at the same time is undone alone if it fails, whether its work or one of its statements does", async () => {
      const { id } = await addWorkspace(store)
      const taken = newApi(id)
      await change(store, id, (tx) => tx.apis.insert(taken))
      const apis = Array.from({ length: 45 }, () => newApi(id))
      const outcomes = await Promise.allSettled(
        apis.map((api, index) =>
          change(store, id, async (tx) => {
            await tx.apis.insert(api)
            tx.record(newEntry(id))
            if (index % 3 === 1) await tx.apis.insert(taken)
            if (index % 3 === 2) throw new Refusal("no")
          }),
        ),
      )
      const kept = apis.filter((_, index) => index % 3 === 0)
      expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(apis.map((api) => kept.includes(api)))
      const stored = await store.apis.list(id, everything)
      expect(stored.map((api) => api.id).toSorted()).toEqual([taken, ...kept].map((api) => api.id).toSorted())
      expect(await eventsOf(id)).toHaveLength(kept.length)
      expect(await store.events.findChainEnd(id)).toMatchObject({ length: kept.length })
    })

    test("that failed does not block the next", async () => {
      const { id } = await addWorkspace(store)
      const attempts = Array.from({ length: 40 }, (_, index) =>
        change(store, id, async (tx) => {
          await tx.apis.insert(newApi(id))
          if (index % 2 === 0) throw new Refusal("no")
        }),
      )
      const outcomes = await Promise.allSettled(attempts)
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20)
      expect(await store.apis.list(id, everything)).toHaveLength(20)
    })
  })

  describe("writers of one workspace", () => {
    test("run one after the other and see each other's commits: parallel increments lose nothing", async () => {
      const { increment, count } = await addCountingIdentity(store)
      await Promise.all(Array.from({ length: 50 }, () => increment()))
      expect(await count()).toBe(50)
    })

    test("create exactly as many objects in parallel as a limit allows", async () => {
      const api = await addApi(store)
      const create = () =>
        change(store, api.workspaceId, async (tx) => {
          if ((await tx.keys.count(api.workspaceId)) >= 10) throw new Refusal("full")
          await tx.keys.insert([newKey(api)])
        })
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, create))
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10)
      expect(await store.keys.count(api.workspaceId)).toBe(10)
    })

    test("store a hash once in a workspace, and once in another one", async () => {
      const apis = [await addApi(store), await addApi(store)]
      const { hash } = newKey({ id: "", workspaceId: "" })
      const outcomes = await Promise.all(
        [...apis, ...apis].map((api) =>
          change(store, api.workspaceId, async (tx) => {
            if ((await tx.reserved.keyHashes(api.workspaceId, [hash])).has(hash)) return "taken"
            await tx.keys.insert([newKey(api, { hash })])
            return "free"
          }),
        ),
      )
      expect(outcomes.toSorted()).toEqual(["free", "free", "taken", "taken"])
    })
  })

  test("many open transactions do not delay a reader", async () => {
    const { id } = await addWorkspace(store)
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
    const writers = Array.from({ length: 40 }, () => change(store, id, () => end))
    expect((await store.workspaces.find(id))?.id).toBe(id)
    expect(await store.credentials.find("nothing")).toBeUndefined()
    letGo()
    await Promise.all(writers)
  })

  test("reports readiness while its database answers", async () => {
    expect(await store.checkReadiness()).toBeUndefined()
  })
}
