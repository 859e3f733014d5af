import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import type { Notice } from "../core/notice.ts"
import { staleIdsOf } from "../storage/cache/stale-ids.ts"
import { time } from "../storage/conformance/new-objects.ts"
import { addWorkspace } from "../storage/conformance/stored-objects.ts"
import { noticeScope, recordNotice } from "./record-notice.ts"

describe.each(engines)("notices on %s", (engine) => {
  const { store } = provideDatabase(engine)
  const noticeOf = (workspaceId: string, members: Partial<Notice> = {}): Notice => ({
    ...{ type: "key.expired", workspaceId, mark: "api_1 5", markedUntil: time + 1 },
    ...{ resources: [{ type: "key", id: "key_1" }], facts: { count: 1 } },
    ...members,
  })
  const record = (notice: Notice) =>
    store.transaction(noticeScope(notice.workspaceId, time), (tx) => recordNotice(tx, notice))
  const eventsOf = (workspaceId: string) => store.events.list({ workspaceId, actorId: "notice", limit: 10 })

  test("are recorded once, whoever finds the same", async () => {
    const { id } = await addWorkspace(store)
    const results = await Promise.all([1, 2, 3].map(() => record(noticeOf(id))))
    expect(results.filter((isRecorded) => isRecorded)).toHaveLength(1)
    expect(await record(noticeOf(id))).toBe(false)
    expect(await eventsOf(id)).toMatchObject([
      {
        ...{ type: "key.expired", time, actor: { type: "system", id: "notice" }, requestId: null },
        ...{ resources: [{ type: "key", id: "key_1" }], changes: { before: null, after: { count: 1 } } },
      },
    ])
  })

  test("name 100 objects, and evict none of them", async () => {
    const { id } = await addWorkspace(store)
    const [first, ...rest] = Array.from({ length: 150 }, (_, index) => ({ type: "key" as const, id: `key_${index}` }))
    if (first === undefined) throw new Error("There are none.")
    await record(noticeOf(id, { resources: [first, ...rest], facts: { count: 150 } }))
    const [event] = await eventsOf(id)
    expect(event?.resources).toEqual([first, ...rest.slice(0, 99)])
    if (event === undefined) throw new Error("There is none.")
    expect(staleIdsOf({ ...event, resources: [first] }, event)).toEqual([])
  })

  test("are not recorded in a deleted workspace, whose chain has ended", async () => {
    const { id } = await addWorkspace(store)
    await store.transaction(noticeScope(id, time), (tx) => tx.workspaces.delete(id, time))
    expect(await record(noticeOf(id))).toBe(false)
    expect(await eventsOf(id)).toEqual([])
  })
})
