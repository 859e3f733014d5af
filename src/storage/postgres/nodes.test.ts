import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createDatabase, type Database } from "../../../test/services/postgres.ts"
import type { Event } from "../../core/model.ts"
import { addWorkspace, change, mintId, operator, time } from "../conformance/fixtures.ts"
import type { Change, FeedHandlers } from "../port/nodes.ts"
import type { Engine } from "../sql/engine.ts"
import { appendEvents } from "../sql/events.ts"
import { migrate } from "../sql/migrate.ts"
import { sqlStore } from "../sql/store.ts"
import { openPostgres } from "./engine.ts"
import { announce } from "./nodes.ts"
import { encodeChange } from "./notifications.ts"

const nothing: FeedHandlers = { onChange() {}, onAcknowledgement() {}, onHeartbeat() {}, onDisconnect() {} }
const about = { version: "1.2.3", sharesLimits: true, leaseMs: 1_000 }

describe("nodes on PostgreSQL", () => {
  let database: Database
  let engine: Engine
  beforeAll(async () => {
    database = await createDatabase()
    engine = openPostgres(database.url)
    await migrate(engine)
  })
  afterAll(async () => {
    await engine.close()
    await database.drop()
  })

  const nodesOf = ({ nodes }: Engine) => {
    if (nodes === undefined) throw new Error("PostgreSQL has nodes.")
    return nodes
  }
  const eventOf = (workspaceId: string): Event => ({
    id: mintId("evt"),
    type: "workspace.updated",
    time,
    actor: operator,
    workspaceId,
    resources: [{ type: "workspace", id: workspaceId }],
    requestId: null,
    changes: { before: null, after: null },
  })

  test("an event gets its number only when all that have a lower one are committed", async () => {
    const store = sqlStore(engine, () => mintId("evt"))
    const [one, other] = [await addWorkspace(store), await addWorkspace(store)]
    const gate = Promise.withResolvers<void>()
    const appended = Promise.withResolvers<number>()
    const first = engine.transaction(async (db) => {
      appended.resolve(await appendEvents(engine, db, [eventOf(one.id)]))
      await gate.promise
    })
    const firstSequence = await appended.promise
    let hasCommitted = false
    const second = engine.transaction((db) => appendEvents(engine, db, [eventOf(other.id)]))
    void second.then(() => {
      hasCommitted = true
    })
    await Bun.sleep(150)
    expect(hasCommitted).toBe(false)
    gate.resolve()
    await first
    expect(await second).toBeGreaterThan(firstSequence)
  })

  test("hear of every change once, in the order of the numbers, when it can be read", async () => {
    const store = sqlStore(engine, () => mintId("evt"))
    const heard: Change[] = []
    const unread: number[] = []
    const feed = await nodesOf(engine).listen({
      ...nothing,
      onChange(told) {
        heard.push(told)
        const look = nodesOf(engine).readMembership()
        void look.then(({ latestSequence }) => latestSequence < told.sequence && unread.push(told.sequence))
      },
    })
    const workspaces = await Promise.all(Array.from({ length: 6 }, () => addWorkspace(store)))
    const record = (workspaceId: string) =>
      change(store, workspaceId, async (tx) => {
        const resources = [{ type: "workspace", id: workspaceId }] as const
        tx.record({ type: "workspace.updated", workspaceId, resources, changes: { before: null, after: null } })
      })
    await Promise.all(workspaces.flatMap(({ id }) => Array.from({ length: 10 }, () => record(id))))
    while (heard.length < 60) await Bun.sleep(5)
    const sequences = heard.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(new Set(sequences).size).toBe(60)
    await Bun.sleep(50)
    expect(unread).toEqual([])
    feed.close()
  })

  test("forget everything where a change names more than fits, or is not understood", async () => {
    const heard: Change[] = []
    const feed = await nodesOf(engine).listen({ ...nothing, onChange: (told) => heard.push(told) })
    const staleIds = Array.from({ length: 400 }, () => mintId("key"))
    await engine.transaction((db) => engine.announce(db, { sequence: 7, staleIds }))
    await engine.transaction((db) => announce(db, '["a word of the future",1]'))
    await engine.transaction((db) => announce(db, "garbage"))
    while (heard.length < 3) await Bun.sleep(5)
    expect(heard).toEqual([7, 0, 0].map((sequence) => ({ sequence, staleIds: "all" })))
    expect(encodeChange({ sequence: 7, staleIds: ["key_1"] })).toBe('["change",7,["key_1"]]')
    feed.close()
  })

  test("hear nothing of a change that is rolled back", async () => {
    const heard: Change[] = []
    const feed = await nodesOf(engine).listen({ ...nothing, onChange: (told) => heard.push(told) })
    const failing = engine.transaction(async (db) => {
      await engine.announce(db, { sequence: 1, staleIds: ["key_1"] })
      throw new Error("no")
    })
    await failing.catch(() => {})
    await engine.transaction((db) => engine.announce(db, { sequence: 2, staleIds: ["key_2"] }))
    while (heard.length === 0) await Bun.sleep(5)
    expect(heard).toEqual([{ sequence: 2, staleIds: ["key_2"] }])
    feed.close()
  })

  test("are told when they are deaf", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    await nodesOf(engine).listen({ ...nothing, onDisconnect: resolve })
    await using admin = new Bun.SQL(database.url, { max: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'keyward feed'`
    expect(await promise).toBeInstanceOf(Error)
  })

  test("are removed only as they were seen, and with them, as when they leave, the idempotency keys they were at work on", async () => {
    const goneEngine = openPostgres(database.url)
    const gone = nodesOf(goneEngine)
    const { idempotency } = sqlStore(goneEngine, () => mintId("evt"))
    await gone.join(about)
    const seen = async () => (await nodesOf(engine).readMembership()).entered.find(({ id }) => id === gone.id)
    const before = await seen()
    if (before === undefined) throw new Error("The node did not enter.")
    const claim = async () => {
      const key = { scope: "ws_1", operation: "keys.createKey", keyHash: "hash" }
      const { type } = await idempotency.claim(key, { bodyHash: "", claim: mintId("req"), now: 0, expiresAt: 1 })
      return type
    }
    expect(await claim()).toBe("claimed")
    await Bun.sleep(5)
    await gone.renew({ heartbeat: 1, appliedSequence: 3, leaseMs: 1_000 })
    await nodesOf(engine).remove(before)
    const after = await seen()
    if (after === undefined) throw new Error("The node was removed although it had renewed its lease.")
    expect(after).toMatchObject({ appliedSequence: 3, sharesLimits: true })
    expect(await claim()).toBe("running")
    await nodesOf(engine).remove(after)
    expect(await seen()).toBeUndefined()
    expect(await claim()).toBe("claimed")
    await gone.leave()
    expect(await claim()).toBe("claimed")
    expect(await gone.renew({ heartbeat: 2, appliedSequence: 3, leaseMs: 1_000 })).toBeUndefined()
    await goneEngine.close()
  })

  test("hear nothing of an installation in another schema of the database", async () => {
    await using admin = new Bun.SQL(database.url, { max: 1 })
    await admin`create schema elsewhere`
    const heard: Change[] = []
    const feed = await nodesOf(engine).listen({ ...nothing, onChange: (told) => heard.push(told) })
    await admin.unsafe("set search_path to elsewhere")
    await admin`select pg_notify('keyward_' || to_regnamespace(current_schema())::oid, '["change",9,"all"]')`
    await engine.transaction((db) => engine.announce(db, { sequence: 2, staleIds: [] }))
    while (heard.length === 0) await Bun.sleep(5)
    expect(heard).toEqual([{ sequence: 2, staleIds: [] }])
    feed.close()
  })
})
