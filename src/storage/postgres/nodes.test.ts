import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import { until } from "../../../test/harness/until.ts"
import { provideDatabase, storeOn } from "../../../test/storage/provide-database.ts"
import type { Event, Workspace } from "../../core/model.ts"
import { newKey } from "../conformance/new-key.ts"
import { mintId, time } from "../conformance/new-objects.ts"
import { newEntry, record } from "../conformance/recorded-events.ts"
import { addApi, addWorkspace, change, operator } from "../conformance/stored-objects.ts"
import type { Change, FeedHandlers, Progress } from "../port/nodes.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { openPostgres } from "./engine.ts"

const nothing: FeedHandlers = { onChange() {}, onAcknowledgement() {}, onHeartbeat() {}, onDisconnect() {} }
const about = { version: "1.2.3", sharesLimits: true, leaseMs: 1_000 }
const report = { host: "here", memoryBytes: 1, verificationsPerSecond: 0, behind: 0, holdsLease: true }

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

  const write = (
    workspace: Workspace,
    staleIds: readonly string[],
    { until = Promise.resolve(), on = engine }: { readonly until?: Promise<void>; readonly on?: Engine } = {},
  ) =>
    on.transaction(
      async (_, recordChange) => {
        recordChange({ events: [eventOf(workspace)], staleIds })
        await until
      },
      { workspaceId: workspace.id },
    )

  test("an acknowledgement names what each workspace that is behind has reached", async () => {
    const received: Progress[] = []
    const nodes = nodesOf(engine)
    const onAcknowledgement: FeedHandlers["onAcknowledgement"] = (_, progress) => received.push(progress)
    const feed = await nodes.listen({ ...nothing, onAcknowledgement })
    const partly: Progress = {
      sequence: 9,
      behind: new Map([
        ["ws_1", 4],
        ["ws_2", 7],
      ]),
    }
    const fully: Progress = { sequence: 9, behind: new Map() }
    for (const progress of [partly, fully]) await nodes.acknowledge(progress)
    await until(() => received.length === 2)
    expect(received).toEqual([partly, fully])
    feed.close()
  })

  test("a change that is not finished holds up no change of another workspace, and its event is numbered at the commit", async () => {
    const [one, other] = [await addWorkspace(store), await addWorkspace(store)]
    const { changes, feed } = await listen()
    const gate = Promise.withResolvers<void>()
    const first = write(one, ["one"], { until: gate.promise })
    await write(other, ["other"])
    gate.resolve()
    await first
    while (changes.length < 2) await Bun.sleep(5)
    expect(changes.map(({ staleIds }) => staleIds)).toEqual([["other"], ["one"]])
    expect(changes[1]?.sequence).toBeGreaterThan(changes[0]?.sequence ?? 0)
    feed.close()
  })

  test("changes of one workspace that wait share a commit, and their events one notification", async () => {
    const workspace = await addWorkspace(store)
    const { changes, feed } = await listen()
    const patient = openPostgres(database.location, { bounds: { maxChanges: 50, maxMs: 60_000 } })
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(workspace, [`key_${index}`], { on: patient })))
    await patient.close()
    await using admin = new Bun.SQL(database.location, { max: 1 })
    const commits = await admin`select distinct xmin::text from events where workspace_id = ${workspace.id}`
    expect(commits.length).toBeLessThanOrEqual(2)
    while (changes.flatMap(({ staleIds }) => staleIds).length < 40) await Bun.sleep(5)
    expect(changes).toHaveLength(commits.length)
    feed.close()
  })

  test("new keys of changes that share a commit are inserted by one statement", async () => {
    const api = await addApi(store)
    const patient = openPostgres(database.location, { bounds: { maxChanges: 50, maxMs: 60_000 } })
    const own = storeOn(patient)
    const add = () => change(own, api.workspaceId, (tx) => tx.keys.insert([newKey(api)]))
    await Promise.all(Array.from({ length: 40 }, add))
    await patient.close()
    await using admin = new Bun.SQL(database.location, { max: 1 })
    const statements = await admin`select distinct xmin::text, cmin::text from keys where api_id = ${api.id}`
    // The first change may commit before the others wait.
    expect(statements.length).toBeLessThanOrEqual(2)
  })

  test("a change that fails leaves the chains of the changes beside it intact", async () => {
    const [own, other] = [await addWorkspace(store), await addWorkspace(store)]
    const patient = openPostgres(database.location, { bounds: { maxChanges: 50, maxMs: 60_000 } })
    const change = (work: () => Promise<unknown>, ...more: readonly Event[]) =>
      patient.transaction(
        async (_, recordChange) => {
          await work()
          recordChange({ events: [eventOf(own), eventOf(other), ...more], staleIds: [] })
        },
        { workspaceId: own.id },
      )
    const failing = rejection(change(async () => {}, eventOf({ ...own, id: "ws_unknown" })))
    // Changes beside one that fails run again.
    let writing: Promise<unknown> | undefined
    const following = change(async () => {
      writing ??= write(other, [])
      await writing
    })
    expect(await failing).toBeInstanceOf(Error)
    await following
    await patient.close()
    const chain = await store.events.listChain(other.id, 0, 10)
    expect(chain.map(({ previousHash }) => previousHash)).toEqual(["", chain[0]?.hash ?? ""])
    expect(await store.events.findChainEnd(other.id)).toEqual({ length: 2, hash: chain[1]?.hash ?? "" })
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
    const { latestSequence } = await nodesOf(engine).readMembership()
    while (changes.at(-1)?.sequence !== latestSequence) await Bun.sleep(5)
    const sequences = changes.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(new Set(sequences).size).toBe(sequences.length)
    await Bun.sleep(50)
    expect(unread).toEqual([])
    feed.close()
  })

  test("are notified of many stale ids in several parts, of which the last has the number", async () => {
    const workspace = await addWorkspace(store)
    const { changes, feed } = await listen()
    const staleIds = Array.from({ length: 400 }, () => mintId("key"))
    await write(workspace, staleIds)
    while (!changes.some(({ sequence }) => sequence > 0)) await Bun.sleep(5)
    expect(changes.length).toBeGreaterThan(1)
    expect(changes.slice(0, -1).map(({ sequence }) => sequence)).toEqual(changes.slice(1).map(() => 0))
    expect(changes.flatMap((change) => change.staleIds)).toEqual(staleIds)
    feed.close()
  })

  test("evict everything where a change has too many stale ids or a notification cannot be decoded", async () => {
    const workspace = await addWorkspace(store)
    const { changes, feed } = await listen()
    await write(
      workspace,
      Array.from({ length: 4_000 }, () => mintId("key")),
    )
    await using admin = new Bun.SQL(database.location, { max: 1 })
    for (const text of ['["a word of the future",1]', "garbage"]) {
      await admin`select pg_notify('keyward_' || to_regnamespace(current_schema())::oid, ${text})`
    }
    while (changes.length < 3) await Bun.sleep(5)
    expect(changes.map(({ staleIds }) => staleIds)).toEqual(["all", "all", "all"])
    expect(changes.map(({ sequence }) => sequence > 0)).toEqual([true, false, false])
    feed.close()
  })

  test("are not notified of a change that is rolled back", async () => {
    const workspace = await addWorkspace(store)
    const { changes, feed } = await listen()
    const failure = new Error("no")
    const failing = Promise.reject(failure)
    // The transaction may begin later, and awaits it only then.
    failing.catch(() => {})
    expect(await rejection(write(workspace, ["key_1"], { until: failing }))).toBe(failure)
    await write(workspace, ["key_2"])
    while (changes.length === 0) await Bun.sleep(5)
    expect(changes.map(({ staleIds }) => staleIds)).toEqual([["key_2"]])
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
    await gone.renew({ heartbeat: 1, appliedSequence: 3, leaseMs: 1_000, report })
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
    expect(await gone.renew({ heartbeat: 2, appliedSequence: 3, leaseMs: 1_000, report })).toBeUndefined()
    await goneEngine.close()
  })

  test("that are not in the list keep no idempotency key from others, and their commit is refused", async () => {
    const unlistedEngine = openPostgres(database.location)
    const unlisted = storeOn(unlistedEngine)
    const listed = storeOn(engine)
    await nodesOf(engine).join(about)
    const key = { scope: "ws_1", operation: "keys.createKey", keyHash: "of an unlisted node" }
    const claim = async ({ idempotency }: Store, claim: string) =>
      (await idempotency.claim(key, { bodyHash: "", claim, now: 0, expiresAt: 1 })).type
    const complete = (on: Store, claim: string) =>
      change(on, undefined, (tx) => tx.idempotency.complete(key, { claim, response: "{}", required: [], expiresAt: 1 }))
    expect(await claim(unlisted, "first")).toBe("claimed")
    // It knows that it still works on it.
    expect(await claim(unlisted, "again")).toBe("running")
    expect(await claim(listed, "second")).toBe("claimed")
    expect(await claim(unlisted, "third")).toBe("running")
    expect(await rejection(complete(unlisted, "first"))).toBeInstanceOf(StorageUnavailable)
    await complete(listed, "second")
    expect(await claim(unlisted, "fourth")).toBe("kept")
    await nodesOf(engine).leave()
    await unlistedEngine.close()
  })

  test("are not notified of an installation in another schema of the database", async () => {
    await using admin = new Bun.SQL(database.location, { max: 1 })
    const workspace = await addWorkspace(store)
    await admin`create schema elsewhere`
    const { changes, feed } = await listen()
    await admin.unsafe("set search_path to elsewhere")
    await admin`select pg_notify('keyward_' || to_regnamespace(current_schema())::oid, '["change",9,"all"]')`
    await write(workspace, ["key_1"])
    while (changes.length === 0) await Bun.sleep(5)
    expect(changes.map(({ staleIds }) => staleIds)).toEqual([["key_1"]])
    feed.close()
  })
})
