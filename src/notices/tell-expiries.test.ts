import { describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { engines } from "../../test/harness/harness.ts"
import { rejection } from "../../test/harness/rejection.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { newKey } from "../storage/conformance/new-key.ts"
import { newApi, time } from "../storage/conformance/new-objects.ts"
import { addApi, change, insert } from "../storage/conformance/stored-objects.ts"
import type { Store } from "../storage/port/store.ts"
import { tellExpiries } from "./expiries.ts"

const minute = 60_000
const day = 24 * 60 * minute

describe.each(engines)("a watch on %s", (engine) => {
  const database = provideDatabase(engine)
  const { store } = database
  const tell = (now: number, members: Partial<Store> = {}) =>
    tellExpiries({ store: { ...store, ...members }, now: () => now, mayGoOn: () => true })
  const told = async (workspaceId: string) => {
    const events = await store.events.list({ workspaceId, types: ["key.expired"], limit: 100 })
    return events.map(({ changes, resources }) => [changes.after?.count, resources.length]).toReversed()
  }
  /** Keys like this one, which all expire in one minute. */
  const addMany = (id: string, count: number) =>
    database.engine.transaction(async (db) => {
      await sql`insert into keys (id, hash, workspace_id, api_id, algorithm, start, scoped, meta, enabled, expires,
          ip_allowlist, imported, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select id || '_' || n, hash || n, workspace_id, api_id, algorithm, start, scoped, meta, enabled, expires - n % 1000,
          ip_allowlist, imported, created_at from keys cross join numbers where id = ${id}`.execute(db)
    })

  test("that is killed between two notices tells each once", async () => {
    const api = await addApi(store)
    const { workspaceId } = api
    const apis = [api, newApi(workspaceId), newApi(workspaceId)]
    await insert(store, workspaceId, { apis: apis.slice(1) })
    await tell(time)
    const expires = time + 2 * day
    await insert(store, workspaceId, { keys: apis.map((one) => newKey(one, { expires })) })
    let transactions = 0
    const killed: Store["transaction"] = (scope, work) => {
      transactions += 1
      // Three tell it a day before, and one the first expiry. It is stored, and nobody hears of it.
      return transactions <= 4 ? store.transaction(scope, work) : Promise.reject(new Error("killed"))
    }
    expect(await rejection(tell(expires, { transaction: killed }))).toMatchObject({ message: "killed" })
    expect(await told(workspaceId)).toHaveLength(1)
    await Promise.all([tell(expires), tell(expires), tell(expires + minute)])
    await tell(expires + minute)
    expect(await told(workspaceId)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
  })

  test("that slept for days does not tell again what is long told", async () => {
    const api = await addApi(store)
    const { workspaceId } = api
    const begin = time + 10 * day
    await tell(begin)
    await insert(store, workspaceId, { keys: [newKey(api, { expires: begin + 2 * day })] })
    let wake = () => {}
    const slept = new Promise<void>((resolve) => {
      wake = resolve
    })
    const sleeping = tell(begin + 2 * day, {
      transaction: async (scope, work) => {
        await slept
        return store.transaction(scope, work)
      },
    })
    await tell(begin + 2 * day)
    await tell(begin + 10 * day)
    while (await store.noticeUpkeep.deleteExpired(begin + 20 * day));
    wake()
    await sleeping
    expect(await told(workspaceId)).toEqual([[1, 1]])
  })

  test("tells 100,000 keys of one minute in one notice per API", async () => {
    const api = await addApi(store)
    const { workspaceId } = api
    const other = newApi(workspaceId)
    await insert(store, workspaceId, { apis: [other] })
    const begin = time + 30 * day
    await tell(begin)
    const expires = begin + 2 * day
    const [one, two] = [newKey(api, { expires }), newKey(other, { expires })]
    await insert(store, workspaceId, { keys: [one, two] })
    await addMany(one.id, 99_990)
    await addMany(two.id, 9)
    await change(store, workspaceId, async (tx) => {
      const workspace = await tx.workspaces.find(workspaceId)
      if (workspace) await tx.workspaces.update({ ...workspace, notices: { ...workspace.notices, expiringDays: [] } })
    })
    await tell(expires)
    expect((await told(workspaceId)).toSorted()).toEqual([
      [10, 10],
      [99_991, 100],
    ])
  })
})
