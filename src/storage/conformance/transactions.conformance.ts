import { describe, expect, test } from "bun:test"
import type { Store, Transaction } from "../port/store.ts"

import {
  addApi,
  addWorkspace,
  change,
  everything,
  mintId,
  newApi,
  newIdentity,
  newKey,
  rejection,
  time,
} from "./fixtures.ts"

class Refusal extends Error {}

export function transactionsConformance(open: () => Store): void {
  const entry = (workspaceId: string) =>
    ({
      type: "api.created",
      workspaceId,
      resources: [{ type: "api", id: mintId("api") }],
      changes: { before: null, after: {} },
    }) as const

  const eventsOf = (workspaceId: string) => open().events.listChain(workspaceId, 0, 1_000)

  describe("a transaction", () => {
    test("gives back what its work gives, once everything it wrote can be seen", async () => {
      const { id } = await addWorkspace(open())
      const [one, other] = [newApi(id), newApi(id)]
      const result = await change(open(), id, async (tx) => {
        await tx.apis.insert(one)
        await tx.apis.insert(other)
        tx.record(entry(id))
        return "done"
      })
      expect(result).toBe("done")
      expect(await open().apis.list(id, everything)).toEqual([one, other])
      expect(await eventsOf(id)).toHaveLength(1)
    })

    test("sees what it wrote itself, and nobody else does before it commits", async () => {
      const { id } = await addWorkspace(open())
      const api = newApi(id)
      await change(open(), id, async (tx) => {
        await tx.apis.insert(api)
        tx.record(entry(id))
        expect(await tx.apis.find(id, api.id)).toEqual(api)
        expect(await open().apis.find(id, api.id)).toBeUndefined()
        expect(await eventsOf(id)).toEqual([])
      })
      expect(await open().apis.find(id, api.id)).toEqual(api)
    })

    test("of one workspace waits for few of another, however many of them came before it", async () => {
      const [busy, quiet] = [await addWorkspace(open()), await addWorkspace(open())]
      const order: string[] = []
      const write = async (workspaceId: string) => {
        await change(open(), workspaceId, async (tx) => {
          for (let count = 0; count < 5; count += 1) await tx.apis.insert(newApi(workspaceId))
        })
        order.push(workspaceId)
      }
      await Promise.all([...Array.from({ length: 40 }, () => write(busy.id)), write(quiet.id)])
      expect(order).toHaveLength(41)
      expect(order.indexOf(quiet.id)).toBeLessThan(8)
    })

    test("that throws changes nothing at all and passes the error on", async () => {
      const { id } = await addWorkspace(open())
      const [kept, identity] = [newApi(id), newIdentity(id)]
      await change(open(), id, (tx) => tx.apis.insert(kept))
      const refusal = new Refusal("no")
      const failing = change(open(), id, async (tx) => {
        await tx.apis.update({ ...kept, name: "Changed" })
        await tx.apis.insert(newApi(id))
        await tx.identities.insert([identity])
        await tx.keys.insert([newKey(kept, { identity })])
        await tx.workspaces.delete(id, time)
        tx.record(entry(id))
        throw refusal
      })
      expect(await rejection(failing)).toBe(refusal)
      expect(await open().workspaces.find(id)).toBeDefined()
      expect(await open().apis.list(id, everything)).toEqual([kept])
      expect(await open().identities.count(id)).toBe(0)
      expect(await open().keys.count(id)).toBe(0)
      expect(await eventsOf(id)).toEqual([])
      expect(await open().events.findChainEnd(id)).toEqual({ length: 0, hash: "" })
    })

    test("that cannot be recorded changes nothing", async () => {
      const { id } = await addWorkspace(open())
      const failing = change(open(), id, async (tx) => {
        await tx.apis.insert(newApi(id))
        tx.record(entry("ws_unknown"))
      })
      expect(await rejection(failing)).toBeInstanceOf(Error)
      expect(await open().apis.list(id, everything)).toEqual([])
    })

    test("whose statement fails changes nothing, or all of the rest if the work goes on", async () => {
      const { id } = await addWorkspace(open())
      const [before, after] = [newApi(id), newApi(id)]
      const outcome = await rejection(
        change(open(), id, async (tx) => {
          await tx.apis.insert(before)
          await rejection(tx.apis.insert(before))
        }),
      )
      const committed = outcome === undefined ? [before] : []
      expect(await open().apis.list(id, everything)).toEqual(committed)
      await change(open(), id, (tx) => tx.apis.insert(after))
      expect(await open().apis.list(id, everything)).toEqual([...committed, after])
    })

    test("that failed leaves the way free for the next", async () => {
      const { id } = await addWorkspace(open())
      const attempts = Array.from({ length: 40 }, (_, index) =>
        change(open(), id, async (tx) => {
          await tx.apis.insert(newApi(id))
          if (index % 2 === 0) throw new Refusal("no")
        }),
      )
      const outcomes = await Promise.allSettled(attempts)
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20)
      expect(await open().apis.list(id, everything)).toHaveLength(20)
    })
  })

  describe("writers of one workspace", () => {
    test("run one after the other and see each other's commits: parallel increments lose nothing", async () => {
      const { id } = await addWorkspace(open())
      const identity = newIdentity(id, { meta: { count: 0 } })
      await change(open(), id, (tx) => tx.identities.insert([identity]))
      await Promise.all(Array.from({ length: 50 }, () => change(open(), id, (tx) => increment(tx, id, identity.id))))
      expect((await open().identities.find(id, identity.id))?.meta).toEqual({ count: 50 })
    })

    test("never find room twice: parallel creations up to a limit stop exactly there", async () => {
      const api = await addApi(open())
      const create = () =>
        change(open(), api.workspaceId, async (tx) => {
          if ((await tx.keys.count(api.workspaceId)) >= 10) throw new Refusal("full")
          await tx.keys.insert([newKey(api)])
        })
      const outcomes = await Promise.allSettled(Array.from({ length: 30 }, create))
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10)
      expect(await open().keys.count(api.workspaceId)).toBe(10)
    })

    test("never take the same hash twice in a workspace, and do not keep it from another one", async () => {
      const apis = [await addApi(open()), await addApi(open())]
      const { hash } = newKey({ id: "", workspaceId: "" })
      const outcomes = await Promise.all(
        [...apis, ...apis].map((api) =>
          change(open(), api.workspaceId, async (tx) => {
            if ((await tx.reserved.keyHashes(api.workspaceId, [hash])).has(hash)) return "taken"
            await tx.keys.insert([newKey(api, { hash })])
            return "free"
          }),
        ),
      )
      expect(outcomes.toSorted()).toEqual(["free", "free", "taken", "taken"])
    })
  })

  test("many open transactions keep no reader waiting", async () => {
    const { id } = await addWorkspace(open())
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
    const writers = Array.from({ length: 40 }, () => change(open(), id, () => end))
    const reading = Promise.all([open().workspaces.find(id), open().credentials.find("nothing")])
    const answer = await Promise.race([reading.then(() => "answered"), Bun.sleep(2_000).then(() => "still waiting")])
    letGo()
    await Promise.all(writers)
    expect(answer).toBe("answered")
  })

  test("reports readiness while its database answers", async () => {
    expect(await open().checkReadiness()).toBeUndefined()
  })
}

async function increment(tx: Transaction, workspaceId: string, identityId: string): Promise<void> {
  const identity = await tx.identities.find(workspaceId, identityId)
  if (identity === undefined) throw new Error("The identity is gone.")
  await tx.identities.update({ ...identity, meta: { count: Number(identity.meta.count) + 1 } })
}
