import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { startProcess } from "../../../test/services/child-process.ts"
import { type TemporaryFolder, temporaryFolder } from "../../../test/services/temporary-folder.ts"
import {
  addApi,
  addKey,
  addWorkspace,
  balanceIdOf,
  change,
  limited,
  mintId,
  newIdentity,
  rejection,
  time,
} from "../conformance/fixtures.ts"
import { storageConformance } from "../conformance.ts"
import type { Store } from "../port/store.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { migrate, NewerSchema, schemaState } from "../sql/migrate.ts"
import { sqlStore } from "../sql/store.ts"
import { openSqlite } from "./engine.ts"

const storeOn = (engine: Engine): Store => sqlStore(engine, () => mintId("evt"))

storageConformance("SQLite", async () => {
  const folder = temporaryFolder()
  const engine = openSqlite(join(folder.path, "keyward.db"))
  await migrate(engine)
  const store = storeOn(engine)
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})

describe("a SQLite file", () => {
  let folder: TemporaryFolder = { path: "", remove() {} }
  const pathOf = (name: string) => join(folder.path, name)
  beforeAll(() => {
    folder = temporaryFolder()
  })
  afterAll(() => folder.remove())

  test("and what SQLite puts beside it can be read by nobody else, whatever their mode was", async () => {
    writeFileSync(pathOf("private.db"), "", { mode: 0o644 })
    for (const name of ["private.db", "new.db"]) {
      const engine = openSqlite(pathOf(name))
      await migrate(engine)
      const modes = filesOf(name).map((file) => [file, (statSync(pathOf(file)).mode & 0o777).toString(8)])
      expect(modes).toEqual([name, `${name}-shm`, `${name}-wal`].map((file) => [file, "600"]))
      await engine.close()
    }
  })

  test("is a single file again once it is closed", async () => {
    const engine = openSqlite(pathOf("closed.db"))
    await migrate(engine)
    await engine.close()
    expect(filesOf("closed.db")).toEqual(["closed.db"])
  })

  test("whose pages a disk has damaged is unavailable to whoever needs them", async () => {
    const path = pathOf("damaged.db")
    const engine = openSqlite(path)
    await migrate(engine)
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
    const key = await addKey(storeOn(first), { credits: { remaining: 5, refill: null, refillAt: null } })
    expect(await storeOn(first).credits.spend({ balanceId: balanceIdOf(key), cost: 2, now: time })).toMatchObject({
      remaining: 3,
    })
    await first.close()
    const second = openSqlite(pathOf("kept.db"))
    expect(await migrate(second)).toEqual([])
    const kept = { ...key, balance: { id: balanceIdOf(key), credits: limited(3) } }
    expect(await storeOn(second).keys.find(key.workspaceId, key.id)).toEqual(kept)
    await second.close()
  })

  test("of a newer version is refused and left as it is", async () => {
    const engine = openSqlite(pathOf("newer.db"))
    await migrate(engine)
    await engine.transaction((db) =>
      sql`insert into schema_migrations values ('9999-future', 1, '9999-future')`.execute(db),
    )
    const refusal = await rejection(migrate(engine))
    expect(refusal).toBeInstanceOf(NewerSchema)
    expect(String(refusal)).toContain("9999-future")
    expect((await schemaState(engine)).unknown).toEqual(["9999-future"])
    expect(await rejection(storeOn(engine).checkReadiness())).toBeInstanceOf(Error)
    await engine.close()
  })

  test("without a schema is not ready", async () => {
    const engine = openSqlite(pathOf("empty.db"))
    expect(await rejection(storeOn(engine).checkReadiness())).toBeInstanceOf(Error)
    await migrate(engine)
    expect(await storeOn(engine).checkReadiness()).toBeUndefined()
    await engine.close()
  })

  test("can be opened and migrated by many processes at once: one does it, the others wait", async () => {
    const run = startScripts({ path: pathOf("race.db"), count: 6, body: "console.log(JSON.stringify(applied))" })
    const applied = (await run).map((output) => JSON.parse(output))
    expect(applied.filter(({ length }) => length > 0)).toHaveLength(1)
    const file = new Database(pathOf("race.db"))
    expect(file.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" })
    file.close()
  })

  test("serves the writers of several processes one after the other", async () => {
    const path = pathOf("shared.db")
    const engine = openSqlite(path)
    await migrate(engine)
    const store = storeOn(engine)
    const { id } = await addWorkspace(store)
    const identity = newIdentity(id, { meta: { count: 0 } })
    await change(store, id, (tx) => tx.identities.insert([identity]))
    const key = await addKey(store, { credits: { remaining: 100, refill: null, refillAt: null } })
    const body = `
      for (let round = 0; round < 15; round += 1) {
        await store.transaction({ workspaceId: "${id}", actor: { type: "operator", id: "operator" }, requestId: null, now: 1 }, async (tx) => {
          const found = await tx.identities.find("${id}", "${identity.id}")
          await tx.identities.update({ ...found, meta: { count: found.meta.count + 1 } })
          tx.record({ type: "identity.updated", workspaceId: "${id}", resources: [{ type: "identity", id: "${identity.id}" }],
            changes: { before: null, after: null } })
        })
        await Promise.all(Array.from({ length: 4 }, () => store.credits.spend({ balanceId: "${balanceIdOf(key)}", cost: 1, now: 1 })))
      }`
    await startScripts({ path, count: 3, body })
    expect((await store.identities.find(id, identity.id))?.meta).toEqual({ count: 45 })
    expect((await store.events.findChainEnd(id))?.length).toBe(45)
    expect((await store.keys.find(key.workspaceId, key.id))?.balance?.credits?.remaining).toBe(0)
    await engine.close()
  })

  test("gives an event back whose content somebody has made unreadable, as it is", async () => {
    const engine = openSqlite(pathOf("tampered.db"))
    await migrate(engine)
    const { workspaceId, id } = await addApi(storeOn(engine))
    await change(storeOn(engine), workspaceId, async (tx) => {
      const resources = [{ type: "api", id }] as const
      tx.record({ type: "api.created", workspaceId, resources, changes: { before: null, after: {} } })
    })
    await engine.transaction((db) => sql`update events set changes = '{', resources = 'none'`.execute(db))
    const [event] = await storeOn(engine).events.listChain(workspaceId, 0, 10)
    expect(event as unknown).toMatchObject({ type: "api.created", changes: "{", resources: "none" })
    await engine.close()
  })

  const filesOf = (name: string) =>
    readdirSync(folder.path)
      .filter((file) => file.startsWith(name))
      .toSorted()

  /** Runs the same program in several processes, with an open `store` and the names of the steps it `applied`. */
  async function startScripts({ path, count, body }: { path: string; count: number; body: string }) {
    const script = `
      const { openSqlite } = await import(${JSON.stringify(join(import.meta.dir, "engine.ts"))})
      const { migrate } = await import(${JSON.stringify(join(import.meta.dir, "../sql/migrate.ts"))})
      const { sqlStore } = await import(${JSON.stringify(join(import.meta.dir, "../sql/store.ts"))})
      const engine = openSqlite(${JSON.stringify(path)})
      const applied = await migrate(engine)
      const store = sqlStore(engine, () => "evt_" + crypto.randomUUID())
      ${body}
      await store.close()`
    const processes = Array.from({ length: count }, () => startProcess({ command: [process.execPath, "-e", script] }))
    for (const { exit, stderr } of processes) expect([await exit, stderr()]).toEqual([{ code: 0, signal: null }, ""])
    return processes.map(({ stdout }) => stdout())
  }
})
