import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { rejection } from "../../../test/harness/rejection.ts"
import { chainStart } from "../../core/event-chain.ts"
import type { Actor } from "../../core/model.ts"
import type { EventEntry, EventFilter, RecordedEvent } from "../port/events.ts"
import type { Store } from "../port/store.ts"
import { mintId, newWorkspace, time } from "./new-objects.ts"
import { checkChain, newEntry, record } from "./recorded-events.ts"
import { addWorkspace, change, operator } from "./stored-objects.ts"
import { everyEvent } from "./whole-lists.ts"

export function eventsConformance(store: Store): void {
  describe("events", () => {
    test("name actor, change and time, and are read as they were recorded", async () => {
      const { id } = await addWorkspace(store)
      const refill: Actor = { type: "system", id: "refill" }
      const entries = [newEntry(id, { changes: { before: null, after: { meta: { "\u{1f600}": [1, null, "é"] } } } })]
      await store.transaction(
        { workspaceId: id, actor: { type: "root_key", id: "rk_1" }, requestId: "req_7", now: time + 5 },
        async (tx) => {
          for (const entry of entries) tx.record(entry)
          tx.record(newEntry(id, { actor: refill, type: "key.refilled" }))
        },
      )
      const [refilled, updated] = await store.events.list({ ...everyEvent, workspaceId: id })
      expect(updated).toMatchObject({ ...entries[0], time: time + 5, requestId: "req_7" })
      expect(updated?.actor).toEqual({ type: "root_key", id: "rk_1" })
      expect(refilled).toMatchObject({ type: "key.refilled", actor: refill, requestId: null })
    })

    test("that switch an object are found among others that mention the same words", async () => {
      const { id } = await addWorkspace(store)
      const updated = (after: Record<string, unknown>) => newEntry(id, { changes: { before: {}, after } })
      const isMentioned = { meta: { enabled: false } }
      const changes = [
        { enabled: false },
        isMentioned,
        { enabled: true, ...isMentioned },
        { name: "x", enabled: false },
      ]
      await record(store, ...changes.map(updated))
      const switched = async (switchedTo: boolean, limit: number) => {
        const events = await store.events.list({ ...everyEvent, workspaceId: id, switchedTo, limit })
        return events.map(({ changes }) => changes.after)
      }
      expect(await switched(false, 10)).toEqual([{ name: "x", enabled: false }, { enabled: false }])
      expect(await switched(false, 2)).toHaveLength(2)
      expect(await switched(true, 1)).toEqual([{ enabled: true, ...isMentioned }])
    })

    test("chain per workspace, whatever they hold", async () => {
      const json = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue(), { maxKeys: 4 })
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(json, { maxLength: 4 }), { maxLength: 5 }), async (transactions) => {
          const { id } = await addWorkspace(store)
          for (const some of transactions) {
            await record(store, ...some.map((after) => newEntry(id, { changes: { before: null, after } })))
          }
          const events = await checkChain(store, id)
          expect(events.map((event) => JSON.stringify(event.changes.after))).toEqual(
            transactions.flat().map((after) => JSON.stringify(after)),
          )
        }),
        { numRuns: 20 },
      )
    })

    test("of workspaces written in parallel form intact chains in commit order", async () => {
      const workspaces = [await addWorkspace(store), await addWorkspace(store), await addWorkspace(store)]
      const order = new Map<string, number[]>(workspaces.map(({ id }) => [id, []]))
      let commits = 0
      await Promise.all(
        Array.from({ length: 20 }).flatMap(() =>
          workspaces.map(({ id }) =>
            change(store, id, async (tx) => {
              const turn = commits++
              order.get(id)?.push(turn)
              tx.record(newEntry(id, { changes: { before: null, after: { turn } } }))
              await tx.apis.list(id, { limit: 1, after: undefined, search: undefined })
              tx.record(newEntry(id, { changes: { before: { turn }, after: null } }))
            }),
          ),
        ),
      )
      for (const { id } of workspaces) {
        const events = await checkChain(store, id)
        const turns = events.flatMap(({ changes }) => (changes.after === null ? [] : [Number(changes.after.turn)]))
        expect(turns).toEqual(order.get(id) ?? [])
        expect(events).toHaveLength(40)
      }
    })

    test("never appear before an event that was read earlier", async () => {
      const workspaces = await Promise.all(Array.from({ length: 5 }, () => addWorkspace(store)))
      const start = (await store.events.list({ ...everyEvent, limit: 1 }))[0]?.sequence ?? 0
      const seen: number[] = [start]
      const lookForNew = async () => {
        const events = await store.events.list(everyEvent)
        const fresh = events.map(({ sequence }) => sequence).filter((one) => one > start && !seen.includes(one))
        const newest = seen.at(-1) ?? start
        expect(fresh.filter((sequence) => sequence < newest)).toEqual([])
        seen.push(...fresh.toReversed())
      }
      let isWriting = true
      const writers = workspaces.map(async ({ id }) => {
        for (let count = 0; count < 10; count += 1) await record(store, newEntry(id), newEntry(id))
      })
      const writing = Promise.all(writers).finally(() => {
        isWriting = false
      })
      while (isWriting) await lookForNew()
      await writing
      await lookForNew()
      expect(seen).toHaveLength(1 + 5 * 20)
    })

    test("of two workspaces may come from one transaction", async () => {
      const [one, other] = [await addWorkspace(store), newWorkspace()]
      await change(store, undefined, async (tx) => {
        await tx.workspaces.insert(other)
        for (const { id } of [one, other, one, other]) tx.record(newEntry(id))
      })
      expect(await checkChain(store, one.id)).toHaveLength(2)
      expect(await checkChain(store, other.id)).toHaveLength(2)
    })

    test("of a transaction that fails are not recorded, and leave no gap in the chain", async () => {
      const { id } = await addWorkspace(store)
      await record(store, newEntry(id))
      const failing = change(store, id, async (tx) => {
        tx.record(newEntry(id))
        throw new Error("no")
      })
      expect(await rejection(failing)).toBeInstanceOf(Error)
      await record(store, newEntry(id))
      expect(await checkChain(store, id)).toHaveLength(2)
    })

    test("survive the deletion of their workspace, and every chain is listed in the order of ids", async () => {
      const [kept, deleted] = [await addWorkspace(store), await addWorkspace(store)]
      await record(store, newEntry(deleted.id))
      await change(store, deleted.id, (tx) => tx.workspaces.delete(deleted.id, time))
      expect(await checkChain(store, deleted.id)).toHaveLength(1)
      const chains = await store.events.listChains()
      const ids = chains.map(({ workspaceId }) => workspaceId)
      expect(ids).toEqual(ids.toSorted())
      expect(chains.find(({ workspaceId }) => workspaceId === kept.id)?.end).toEqual(chainStart)
      expect(chains.find(({ workspaceId }) => workspaceId === deleted.id)?.end?.length).toBe(1)
    })
  })

  describe("a list of events", () => {
    test("starts with the newest and pages towards the oldest", async () => {
      const { id } = await addWorkspace(store)
      for (let count = 0; count < 5; count += 1) await record(store, newEntry(id), newEntry(id))
      const all = await store.events.list({ ...everyEvent, workspaceId: id })
      expect(all).toHaveLength(10)
      const sequences = all.map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((one, other) => other - one))
      const paged: RecordedEvent[] = []
      for (;;) {
        const page = await store.events.list({
          ...everyEvent,
          workspaceId: id,
          limit: 3,
          before: paged.at(-1)?.sequence,
        })
        if (page.length === 0) break
        paged.push(...page)
      }
      expect(paged).toEqual(all as RecordedEvent[])
    })

    test("contains what matches every filter, and nothing of another workspace", async () => {
      const [mine, other] = [await addWorkspace(store), await addWorkspace(store)]
      const shared = mintId("key")
      const resources = [{ type: "api", id: mintId("api") } as const, { type: "key", id: shared } as const] as const
      const write = (workspaceId: string, actor: Actor, now: number, entry: Partial<EventEntry>) =>
        store.transaction({ workspaceId, actor, requestId: null, now }, async (tx) =>
          tx.record(newEntry(workspaceId, entry)),
        )
      await write(mine.id, operator, time, { type: "api.created", resources: [resources[0], resources[1]] })
      await write(mine.id, { type: "root_key", id: "rk_1" }, time + 10, {})
      await write(mine.id, { type: "root_key", id: "rk_1" }, time + 20, { type: "api.created" })
      await write(other.id, { type: "root_key", id: "rk_1" }, time + 10, { resources: [{ type: "key", id: shared }] })
      const timesOf = async (filter: Partial<EventFilter>) =>
        (await store.events.list({ ...everyEvent, workspaceId: mine.id, ...filter })).map((event) => event.time - time)
      expect(await timesOf({})).toEqual([20, 10, 0])
      expect(await timesOf({ type: "api.created" })).toEqual([20, 0])
      expect(await timesOf({ actorId: "rk_1" })).toEqual([20, 10])
      expect(await timesOf({ resourceId: shared })).toEqual([0])
      expect(await timesOf({ resourceId: resources[0].id })).toEqual([0])
      expect(await timesOf({ since: time + 10 })).toEqual([20, 10])
      expect(await timesOf({ until: time + 10 })).toEqual([0])
      expect(await timesOf({ since: time + 1, until: time + 20, actorId: "rk_1", type: "api.updated" })).toEqual([10])
      expect(await timesOf({ workspaceId: undefined, resourceId: shared })).toEqual([10, 0])
      expect(await timesOf({ workspaceId: undefined, resourceId: shared, limit: 1 })).toEqual([10])
    })
  })
}
