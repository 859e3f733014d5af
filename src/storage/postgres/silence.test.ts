import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { sql } from "kysely"
import { createProxiedDatabase, type ProxiedDatabase } from "../../../test/crash/proxied-database.ts"
import { rejection } from "../../../test/harness/rejection.ts"
import { until } from "../../../test/harness/until.ts"
import { patience } from "../../../test/storage/provide-database.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import type { Database } from "../sql/schema/schema.ts"
import { openPostgres } from "./engine.ts"

describe("a PostgreSQL from which nothing comes back any more", () => {
  let database: ProxiedDatabase
  let engine: Engine

  beforeAll(async () => {
    database = await createProxiedDatabase()
    engine = openPostgres(database.url, { patience: { lockMs: 8_000, reserveMs: 2_000, silenceMs: 1_500 } })
    await migrate(engine)
    await engine.transaction((db) => sql`create table notes (text text)`.execute(db))
  })
  afterAll(async () => {
    await engine.close()
    await database.drop()
  })

  const note = (db: Database, text: string) => sql`insert into notes values (${text})`.execute(db)
  const notes = async () => {
    const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(engine.reader)
    return rows.map(({ text }) => text)
  }
  const expectUnavailable = async (work: Promise<unknown>) =>
    expect(await rejection(work)).toBeInstanceOf(StorageUnavailable)

  test("is given up by all who wait for it", async () => {
    await notes()
    database.proxy.stall("all")
    await Promise.all([notes(), notes(), engine.transaction((db) => note(db, "swallowed"))].map(expectUnavailable))
    database.proxy.flow()
    expect(await notes()).toEqual([])
  })

  test("is connected to again, although the old connections never end", async () => {
    await engine.transaction((db) => note(db, "before"))
    database.proxy.stall("present")
    await expectUnavailable(notes())
    expect(await notes()).toEqual(["before"])
    await expectUnavailable(engine.transaction((db) => note(db, "lost")))
    await engine.transaction((db) => note(db, "after"))
    expect(await notes()).toEqual(["after", "before"])
    database.proxy.flow()
  })

  test("does not commit later what was given up", async () => {
    const late = engine.transaction(async (db) => {
      await note(db, "late")
      database.proxy.stall("present")
    })
    await expectUnavailable(late)
    database.proxy.flow()
    await Bun.sleep(200)
    expect(await notes()).not.toContain("late")
  })

  test("fails a transaction that waits too long for a connection", async () => {
    // Long enough to open twenty connections on a busy machine.
    const crowded = openPostgres(database.url, { patience: { ...patience, reserveMs: 5_000 } })
    let isEnough = false
    let begun = 0
    // The server would end transactions that do nothing.
    const holding = Array.from({ length: 20 }, () =>
      crowded.transaction(async (db) => {
        begun += 1
        while (!isEnough) await sql`select pg_sleep(0.1)`.execute(db)
      }),
    )
    await until(() => begun === holding.length)
    await expectUnavailable(crowded.transaction(async () => {}))
    expect(await notes()).toContain("before")
    isEnough = true
    await Promise.all(holding)
    await crowded.transaction((db) => note(db, "at last"))
    expect(await notes()).toContain("at last")
    await crowded.close()
  })

  test("is not listened to forever if it falls silent just then", async () => {
    const { nodes } = engine
    if (nodes === undefined) throw new Error("PostgreSQL has nodes.")
    const handlers = { onChange() {}, onAcknowledgement() {}, onHeartbeat() {}, onDisconnect() {} }
    database.proxy.loseNext({ text: "LISTEN", what: "everything", after: "" })
    expect(String(await rejection(nodes.listen(handlers)))).toContain("PostgreSQL has not responded")
    database.proxy.flow()
    const feed = await nodes.listen(handlers)
    feed.close()
  })
})
