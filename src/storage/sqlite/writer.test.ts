import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { sql } from "kysely"
import { rejection } from "../../../test/harness/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { storeOn } from "../../../test/storage/provide-database.ts"
import { newApi } from "../conformance/new-objects.ts"
import { addWorkspace, change } from "../conformance/stored-objects.ts"
import { everything } from "../conformance/whole-lists.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { openSqlite } from "./engine.ts"
import type { Step } from "./protocol.ts"
import { startThread } from "./thread-client.ts"
import { createWriter } from "./writer.ts"

describe("changes of a SQLite file", () => {
  const folder = testFolder()
  const open = async (name: string) => {
    const path = join(folder.path, name)
    const engine = openSqlite(path)
    await migrate(engine)
    return { path, engine, store: storeOn(engine) }
  }

  test("that wait share a commit, also with spends", async () => {
    const { path, engine } = await open("shared.db")
    const thread = startThread({ path, access: "write" })
    const sent: Step["type"][] = []
    const execute = (steps: readonly Step[]) => {
      sent.push(...steps.map(({ type }) => type))
      return thread.execute(steps)
    }
    const writer = createWriter({
      thread: { execute },
      lookUp: () => [],
      read: async () => [],
      bounds: { maxChanges: 64, maxMs: 60_000 },
    })
    const increment = (name: string) =>
      writer.transaction(
        async (db) => {
          const { rows } = await sql<{ value: string }>`select value from installation where name = ${name}`.execute(db)
          const value = String(Number(rows[0]?.value ?? 0) + 1)
          await db.replaceInto("installation").values({ name, value }).execute()
        },
        { lane: name },
      )
    const lanes = Array.from({ length: 60 }, (_, index) => `counter ${index % 3}`)
    await Promise.all([...lanes.map(increment), writer.spend([], "short")])
    const { rows } = await sql<{ value: string }>`select value from installation where name like 'counter %'`.execute(
      engine.reader,
    )
    expect(rows.map(({ value }) => value)).toEqual(["20", "20", "20"])
    const commits = sent.filter((type) => type === "commit").length
    // The spend commits what ran before it.
    expect(commits).toBeLessThanOrEqual(3)
    expect(sent.filter((type) => type === "begin")).toHaveLength(commits)
    expect(sent.filter((type) => type === "mark")).toHaveLength(60)
    await thread.close()
    await engine.close()
  })

  test("that are refused by a full disk are not stored, and those that are acknowledged are", async () => {
    const { engine, store } = await open("full.db")
    const { id } = await addWorkspace(store)
    const pages = async () => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(engine.reader)
      return rows[0]?.page_count ?? 0
    }
    const limitTo = (count: number) =>
      engine.transaction((db) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(db))
    await limitTo((await pages()) + 12)
    const apis = Array.from({ length: 120 }, () => ({ ...newApi(id), name: "x".repeat(500) }))
    const outcomes = await Promise.all(
      apis.map(async (api) => ({
        api,
        failure: await rejection(change(store, id, (tx) => tx.apis.insert(api))),
      })),
    )
    const failures = outcomes.flatMap(({ failure }) => failure ?? [])
    expect(failures.length).toBeGreaterThan(0)
    for (const failure of failures) expect(failure).toBeInstanceOf(StorageUnavailable)
    const acknowledged = outcomes.filter(({ failure }) => failure === undefined).map(({ api }) => api.id)
    const stored = await store.apis.list(id, { ...everything, limit: 1_000 })
    expect(stored.map((api) => api.id).toSorted()).toEqual(acknowledged.toSorted())
    await limitTo(1_000_000)
    await change(store, id, (tx) => tx.apis.insert(newApi(id)))
    await engine.close()
  })

  test("take two messages, whatever they look up", async () => {
    const { path, engine, store } = await open("two-messages.db")
    const { id } = await addWorkspace(store)
    const thread = startThread({ path, access: "write" })
    const messages: (readonly Step["type"][])[] = []
    const execute = (steps: readonly Step[]) => {
      messages.push(steps.map(({ type }) => type))
      return thread.execute(steps)
    }
    const writer = createWriter({ thread: { execute }, lookUp: () => [], read: async () => [] })
    const own = storeOn({ ...engine, transaction: writer.transaction })
    const add = () =>
      change(own, id, async (tx) => {
        expect(await tx.apis.find(id, "api_unknown")).toBeUndefined()
        await tx.apis.insert(newApi(id))
      })
    await add()
    expect(messages).toEqual([["begin"], ["write", "commit"]])
    await thread.close()
    await engine.close()
  })
})
