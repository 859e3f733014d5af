import { describe, expect, test } from "bun:test"
import { provideDatabase, storeOn } from "../../../test/provide-database.ts"
import type { Event, Workspace } from "../../core/model.ts"
import { mintId, time } from "../conformance/new-objects.ts"
import { newEntry, record } from "../conformance/recorded-events.ts"
import { addWorkspace, operator } from "../conformance/stored-objects.ts"
import type { Change, FeedHandlers } from "../port/nodes.ts"
import type { Engine } from "../sql/engine.ts"
import { appendEvents } from "../sql/events.ts"
import { openPostgres } from "./engine.ts"
import { announce } from "./nodes.ts"
import { encodeChange } from "./notifications.ts"

const nothing: FeedHandlers = { onChange() {}, onAcknowledgement() {}, onHeartbeat() {}, onDisconnect() {} }
const about = { version: "1.2.3", sharesLimits: true, leaseMs: 1_000 }

describe("nodes on PostgreSQL", () => {
  const database = provideDatabase("postgres")
  const { engine, store } = database

  const nodesOf = ({ nodes }: Engine) => {
    if (nodes === undefined) throw new Error("PostgreSQL has nodes.")
    return nodes
  }
  const listen = async () => {
    const changes: Change[] = []
    const feed = await nodesOf(engine).listen({ ...nothing, onChange: (change) => changes.push(change) })
    return { changes, feed }
  }
  const eventOf = ({ id }: Workspace): Event => ({
    ...newEntry(id),
    id: mintId("evt"),
    time,
    actor: operator,
    requestId: null,
  })

  test("an event gets its number only when all that have a lower one are committed", async () => {
    const [one, other] = [await addWorkspace(store), await addWorkspace(store)]
    const gate = Promise.withResolvers<void>()
    const appended = Promise.withResolvers<number>()
    const first = engine.transaction(async (db) => {
      appended.resolve(await appendEvents(engine, db, [eventOf(one)]))
      await gate.promise
    })
    const firstSequence = await appended.promise
    let hasCommitted = false
    const second = engine.transaction((db) => appendEvents(engine, db, [eventOf(other)]))
    void second.then(() => {
      hasCommitted = true
    })
    await Bun.sleep(150)
    expect(hasCommitted).toBe(false)
    gate.resolve()
    await first
    expect(await second).toBeGreaterThan(firstSequence)
  })

  test("are notified of every change once, in the order of the numbers, when it can be read", async () => {
    const changes: Change[] = []
    const unread: number[] = []
    const feed = await nodesOf(engine).listen({
      ...nothing,
      onChange(told) {
        changes.push(told)
        const look = nodesOf(engine).readMembership()
        void look.then(({ latestSequence }) => latestSequence < told.sequence && unread.push(told.sequence))
      },
    })
    const workspaces = await Promise.all(Array.from({ length: 6 }, () => addWorkspace(store)))
    await Promise.all(workspaces.flatMap(({ id }) => Array.from({ length: 10 }, () => record(store, newEntry(id)))))
    while (changes.length < 60) await Bun.sleep(5)
    const sequences = changes.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(new Set(sequences).size).toBe(60)
    await Bun.sleep(50)
    expect(unread).toEqual([])
    feed.close()
  })

  test("evict everything where a notification is too long or cannot be decoded", async () => {
    const { changes, feed } = await listen()
    const staleIds = Array.from({ length: 400 }, () => mintId("key"))
    await engine.transaction((db) => engine.announce(db, { sequence: 7, staleIds }))
    await engine.transaction((db) => announce(db, '["a word of the future",1]'))
    await engine.transaction((db) => announce(db, "garbage"))
    while (changes.length < 3) await Bun.sleep(5)
    expect(changes).toEqual([7, 0, 0].map((sequence) => ({ sequence, staleIds: "all" })))
    expect(encodeChange({ sequence: 7, staleIds: ["key_1"] })).toBe('["change",7,["key_1"]]')
    feed.close()
  })

  test("are not notified of a change that is rolled back", async () => {
    const { changes, feed } = await listen()
    const failing = engine.transaction(async (db) => {
      await engine.announce(db, { sequence: 1, staleIds: ["key_1"] })
      throw new Error("no")
    })
    await failing.catch(() => {})
    await engine.transaction((db) => engine.announce(db, { sequence: 2, staleIds: ["key_2"] }))
    while (changes.length === 0) await Bun.sleep(5)
    expect(changes).toEqual([{ sequence: 2, staleIds: ["key_2"] }])
    feed.close()
  })

  test("are notified when they are disconnected", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    await nodesOf(engine).listen({ ...nothing, onDisconnect: resolve })
    await using admin = new Bun.SQL(database.location, { max: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'keyward feed'`
    expect(await promise).toBeInstanceOf(Error)
  })

  test("are removed only as they were seen, and removal or leaving releases their idempotency keys", async () => {
    const goneEngine = openPostgres(database.location)
    const gone = nodesOf(goneEngine)
    const { idempotency } = storeOn(goneEngine)
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

  test("are not notified of an installation in another schema of the database", async () => {
    await using admin = new Bun.SQL(database.location, { max: 1 })
    await admin`create schema elsewhere`
    const { changes, feed } = await listen()
    await admin.unsafe("set search_path to elsewhere")
    await admin`select pg_notify('keyward_' || to_regnamespace(current_schema())::oid, '["change",9,"all"]')`
    await engine.transaction((db) => engine.announce(db, { sequence: 2, staleIds: [] }))
    while (changes.length === 0) await Bun.sleep(5)
    expect(changes).toEqual([{ sequence: 2, staleIds: [] }])
    feed.close()
  })
})
