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
      let turns = 0
      const changes = Array.from({ length: 20 }).flatMap(() =>
        workspaces.map(({ id }) =>
          change(store, id, async (tx) => {
            // A change may run again, and only its last turn counts.
            turns += 1
            const turn = turns
            tx.record(newEntry(id, { changes: { before: null, after: { turn } } }))
            await tx.apis.list(id, { limit: 1, after: undefined, search: undefined })
            tx.record(newEntry(id, { changes: { before: { turn }, after: null } }))
            return { id, turn }
          }),
        ),
      )
      const committed = (await Promise.all(changes)).toSorted((one, other) => one.turn - other.turn)
      for (const { id } of workspaces) {
        const events = await checkChain(store, id)
        const recorded = events.flatMap(({ changes: { after } }) => (after === null ? [] : [Number(after.turn)]))
        expect(recorded).toEqual(committed.flatMap((one) => (one.id === id ? [one.turn] : [])))
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

  test("the events of all workspaces are found by their numbers", async () => {
    const [one, other] = [await addWorkspace(store), await addWorkspace(store)]
    const before = await store.events.findLatest()
    await record(store, newEntry(one.id))
    await record(store, newEntry(other.id), newEntry(other.id))
    const places = await store.events.listPlaces(before, 10)
    expect(places.map(({ workspaceId }) => workspaceId)).toEqual([one.id, other.id, other.id])
    expect(await store.events.listPlaces(before, 2)).toEqual(places.slice(0, 2))
    const [first = 0, second = 0, third = 0] = places.map(({ sequence }) => sequence)
    expect([before < first, first < second, second < third]).toEqual([true, true, true])
    expect([await store.events.findLatest(), await store.events.listPlaces(third, 10)]).toEqual([third, []])
    const found = await store.events.listNumbered([third, first, third + 1_000])
    expect(found.map(({ sequence, workspaceId }) => [sequence, workspaceId])).toEqual([
      [first, one.id],
      [third, other.id],
    ])
    expect(await store.events.listNumbered([])).toEqual([])
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

    test("after an event has the later ones, oldest first", async () => {
      const { id } = await addWorkspace(store)
      for (let count = 0; count < 5; count += 1) await record(store, newEntry(id), newEntry(id))
      const all = (await store.events.list({ ...everyEvent, workspaceId: id })).toReversed()
      const after = all[2]?.sequence ?? 0
      const read = (filter: Partial<EventFilter>) =>
        store.events.list({ ...everyEvent, workspaceId: id, after, ...filter })
      expect(await read({})).toEqual(all.slice(3))
      expect(await read({ limit: 2 })).toEqual(all.slice(3, 5))
      expect(await read({ since: all[4]?.time, limit: 3, types: ["api.updated"] })).toEqual(all.slice(3, 6))
      expect(await read({ after: all.at(-1)?.sequence })).toEqual([])
    })

    test("numbers the events of each workspace without gaps", async () => {
      const [one, other] = [await addWorkspace(store), await addWorkspace(store)]
      for (let count = 0; count < 3; count += 1) {
        await record(store, newEntry(one.id), newEntry(one.id))
        await record(store, newEntry(other.id))
      }
      const numbersOf = async (workspaceId: string) =>
        (await store.events.list({ ...everyEvent, workspaceId })).map(({ chainNumber }) => chainNumber)
      const fromLast = (length: number) => Array.from({ length }, (_, index) => length - index)
      const { length } = await numbersOf(one.id)
      expect(await numbersOf(one.id)).toEqual(fromLast(length))
      expect(await numbersOf(other.id)).toEqual(fromLast(length - 3))
    })

    test("lists the changes of a time, and finds where a time begins among the events of others", async () => {
      const [{ id }, other] = [await addWorkspace(store), await addWorkspace(store)]
      const api = { type: "api", id: mintId("api") } as const
      const at = (now: number, entry: EventEntry) =>
        store.transaction(
          { workspaceId: entry.workspaceId, actor: operator, requestId: `req_${now}`, now },
          async (tx) => {
            tx.record(entry)
          },
        )
      for (let step = 0; step < 40; step += 1) {
        await at(time + step * 10, newEntry(id, { resources: [api] }))
        await at(time + step * 10, newEntry(other.id))
      }
      await at(time + 400, newEntry(id, { type: "key.created", resources: [{ type: "key", id: mintId("key") }, api] }))
      const { events } = store
      const query = { workspaceId: id, types: ["api.updated"] as const, since: time + 100, limit: 100 }
      const timesBefore = async (until: number, more: object = {}) => {
        const before = await events.findPosition(id, until)
        return (await events.listChanges({ ...query, before, ...more })).map((event) => event.time - time)
      }
      expect(await timesBefore(time + 131, { resourceId: api.id })).toEqual([130, 120, 110, 100])
      expect(await timesBefore(time + 130)).toEqual([120, 110, 100])
      expect(await timesBefore(time + 130, { limit: 1 })).toEqual([120])
      expect(await timesBefore(time + 1_000, { requestId: `req_${time + 390}` })).toEqual([390])
      expect(
        await timesBefore(time + 1_000, { since: time + 380, types: ["key.created"], resourceId: api.id }),
      ).toEqual([400])
      expect(await timesBefore(time)).toEqual([])
      expect(
        await events.listChanges({ ...query, workspaceId: other.id, before: 2 ** 40, resourceId: api.id }),
      ).toEqual([])
    })

    test("finds an event by its id, in its own workspace", async () => {
      const [mine, other] = [await addWorkspace(store), await addWorkspace(store)]
      await record(store, newEntry(mine.id))
      const [event] = await store.events.list({ ...everyEvent, workspaceId: mine.id })
      const id = event?.id ?? ""
      expect(await store.events.find(id, mine.id)).toEqual(event as RecordedEvent)
      expect(await store.events.find(id, undefined)).toEqual(event as RecordedEvent)
      expect(await store.events.find(id, other.id)).toBeUndefined()
      expect(await store.events.find("evt_none", mine.id)).toBeUndefined()
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
      expect(await timesOf({ types: ["api.created"] })).toEqual([20, 0])
      expect(await timesOf({ types: ["api.created", "api.updated", "key.created"] })).toEqual([20, 10, 0])
      expect(await timesOf({ actorId: "rk_1" })).toEqual([20, 10])
      expect(await timesOf({ resourceId: shared })).toEqual([0])
      expect(await timesOf({ resourceId: resources[0].id })).toEqual([0])
      expect(await timesOf({ since: time + 10 })).toEqual([20, 10])
      expect(await timesOf({ until: time + 10 })).toEqual([0])
      expect(await timesOf({ since: time + 1, until: time + 20, actorId: "rk_1", types: ["api.updated"] })).toEqual([
        10,
      ])
      expect(await timesOf({ workspaceId: undefined, resourceId: shared })).toEqual([10, 0])
      expect(await timesOf({ workspaceId: undefined, resourceId: shared, limit: 1 })).toEqual([10])
    })
  })
}
