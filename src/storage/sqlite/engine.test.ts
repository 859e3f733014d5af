import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { rejection } from "../../../test/harness/rejection.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { storeOn } from "../../../test/storage/provide-database.ts"
import { balanceIdOf, limited, spent } from "../conformance/new-key.ts"
import { time } from "../conformance/new-objects.ts"
import { newEntry, record } from "../conformance/recorded-events.ts"
import { addApi, addKey, addWorkspace } from "../conformance/stored-objects.ts"
import { storageConformance } from "../conformance.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { openSqlite } from "./engine.ts"

storageConformance("sqlite")

describe("a SQLite file", () => {
  const folder = testFolder()
  const pathOf = (name: string) => join(folder.path, name)
  const filesOf = (name: string) =>
    readdirSync(folder.path)
      .filter((file) => file.startsWith(name))
      .toSorted()
  const openFile = async (name: string) => {
    const engine = openSqlite(pathOf(name))
    await migrate(engine)
    return engine
  }

  test("and the files beside it can be read by their owner only, whatever their mode was", async () => {
    writeFileSync(pathOf("private.db"), "", { mode: 0o644 })
    for (const name of ["private.db", "new.db"]) {
      const engine = await openFile(name)
      const modes = filesOf(name).map((file) => [file, (statSync(pathOf(file)).mode & 0o777).toString(8)])
      expect(modes).toEqual([name, `${name}-shm`, `${name}-wal`].map((file) => [file, "600"]))
      await engine.close()
    }
  })

  test("is a single file again once it is closed", async () => {
    const engine = await openFile("closed.db")
    await engine.close()
    expect(filesOf("closed.db")).toEqual(["closed.db"])
  })

  test("is closed by one thread after another, because two at once would leave the files beside it", async () => {
    const engine = await openFile("closing.db")
    const counting = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000000)
      select count(*) from numbers`.execute(engine.reader)
    // Then the query is in flight.
    await Bun.sleep(0)
    const closing = engine.close()
    // The thread that writes is there as long as the one that reads is busy, which takes a hundred times as long as this change.
    await engine.transaction((db) => sql`select 1`.execute(db))
    await counting
    await closing
    expect(filesOf("closing.db")).toEqual(["closing.db"])
  })

  test("with damaged pages is unavailable to reads and writes of these pages", async () => {
    const path = pathOf("damaged.db")
    const engine = await openFile("damaged.db")
    await addApi(storeOn(engine))
    await engine.close()
    const file = new Database(path)
    const table = file
      .query<{ rootpage: number }, []>("select rootpage from sqlite_schema where name = 'workspaces'")
      .get()
    file.close()
    const bytes = readFileSync(path)
    const pageSize = bytes.readUInt16BE(16)
    const start = ((table?.rootpage ?? 0) - 1) * pageSize
    writeFileSync(path, bytes.fill(0xff, start, start + pageSize))
    const damaged = openSqlite(path)
    const read = () => sql`select * from workspaces`.execute(damaged.reader)
    const write = () => damaged.transaction((db) => sql`delete from workspaces`.execute(db))
    for (const fail of [read, write]) expect(await rejection(fail())).toBeInstanceOf(StorageUnavailable)
    await damaged.close()
  })

  test("is written ahead, synced with every commit, and checks its references on every connection", async () => {
    const engine = openSqlite(pathOf("pragmas.db"))
    const settingOf = async (db: Engine["reader"], pragma: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(db)
      return Object.values(rows[0] ?? {})[0]
    }
    const settingsOn = (db: Engine["reader"]) =>
      Promise.all(["journal_mode", "synchronous", "foreign_keys"].map((pragma) => settingOf(db, pragma)))
    const durable = ["wal", 2, 1]
    expect(await settingsOn(engine.reader)).toEqual(durable)
    expect(await settingsOn(engine.pointReader)).toEqual(durable)
    expect(await engine.transaction(settingsOn)).toEqual(durable)
    await engine.close()
  })

  test("keeps what was committed when it is opened again", async () => {
    const first = openSqlite(pathOf("kept.db"))
    expect(await migrate(first)).not.toEqual([])
    const key = await addKey(storeOn(first), { credits: limited(5) })
    expect(await storeOn(first).credits.spend({ balanceId: balanceIdOf(key), cost: 2, now: time })).toEqual(spent(3))
    await first.close()
    const second = openSqlite(pathOf("kept.db"))
    expect(await migrate(second)).toEqual([])
    const kept = { ...key, balance: { id: balanceIdOf(key), credits: limited(3) } }
    expect(await storeOn(second).keys.find(key.workspaceId, key.id)).toEqual(kept)
    await second.close()
  })

  test("without a schema is not ready", async () => {
    const engine = openSqlite(pathOf("empty.db"))
    expect(await rejection(storeOn(engine).checkReadiness())).toBeInstanceOf(Error)
    await migrate(engine)
    expect(await storeOn(engine).checkReadiness()).toBeUndefined()
    await engine.close()
  })

  test("returns an event with unreadable content as it is", async () => {
    const engine = await openFile("tampered.db")
    const { id: workspaceId } = await addWorkspace(storeOn(engine))
    await record(storeOn(engine), newEntry(workspaceId, { type: "api.created" }))
    await engine.transaction((db) => sql`update events set changes = '{', resources = 'none'`.execute(db))
    const [event] = await storeOn(engine).events.listChain(workspaceId, 0, 10)
    expect(event as unknown).toMatchObject({ type: "api.created", changes: "{", resources: "none" })
    await engine.close()
  })
})
