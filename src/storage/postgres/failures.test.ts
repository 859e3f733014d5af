import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { sql } from "kysely"
import { rejection } from "../../../test/harness/rejection.ts"
import { until } from "../../../test/harness/until.ts"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import type { Damage } from "../port/damage.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import type { Database } from "../sql/schema/schema.ts"
import { openPostgres } from "./engine.ts"

describe("an error of PostgreSQL", () => {
  let admin: SQL
  afterAll(() => admin.close())
  const database = provideDatabase("postgres")
  const { engine } = database
  beforeAll(() => {
    admin = new SQL(database.location, { max: 1 })
  })

  const raise = (state: string) => sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`)
  const read = (state: string) => raise(state).execute(engine.reader)
  const change = (state: string) => engine.transaction((db) => raise(state).execute(db))
  const sessionsOf = (pid: number) => admin`select from pg_stat_activity where pid = ${pid}`
  /** A transaction whose session the server has ended before its next statement. */
  const changeAfter = (endSession: (db: Database, pid: number) => Promise<unknown>) =>
    engine.transaction(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const pid = rows[0]?.pid ?? 0
      await endSession(db, pid)
      await until(async () => (await sessionsOf(pid)).length === 0)
      await sql`select 1`.execute(db)
    })

  test.each([
    ["connection_failure", "08006"],
    ["transaction_timeout", "25P04"],
    ["read_only_sql_transaction", "25006"],
    ["serialization_failure", "40001"],
    ["a new kind of conflict", "40999"],
    ["invalid_sql_statement_name", "26000"],
    ["insufficient_privilege", "42501"],
    ["disk_full", "53100"],
    ["object_in_use", "55006"],
    ["lock_not_available", "55P03"],
    ["query_canceled", "57014"],
    ["a new kind of intervention", "57999"],
    ["io_error", "58030"],
    ["internal_error", "XX000"],
    ["data_corrupted", "XX001"],
  ])("%s makes the database unavailable", async (_name, state) => {
    for (const fail of [read, change]) expect(await rejection(fail(state))).toBeInstanceOf(StorageUnavailable)
  })

  test("idle_in_transaction_session_timeout makes it unavailable to a change that is repeated in vain", async () => {
    // With the patience of other tests, the change would keep the server busy for a minute.
    const patience = { lockMs: 250, reserveMs: 60_000, silenceMs: 60_000 }
    const impatient = openPostgres(database.location, { connections: 6, patience })
    const ended = raise("25P03")
    expect(await rejection(ended.execute(impatient.reader))).toBeInstanceOf(StorageUnavailable)
    expect(await rejection(impatient.transaction((db) => ended.execute(db)))).toBeInstanceOf(StorageUnavailable)
    await impatient.close()
  })

  test.each([
    ["data_corrupted", "XX001", true],
    ["index_corrupted", "XX002", true],
    ["internal_error", "XX000", false],
  ])("%s is reported as damage: %p (%p)", async (_name, state, isDamage) => {
    const damages: Damage[] = []
    const watched = openPostgres(database.location, { connections: 6, onDamage: (damage) => damages.push(damage) })
    await rejection(raise(state).execute(watched.reader))
    await rejection(watched.transaction((db) => raise(state).execute(db)))
    expect(damages).toHaveLength(isDamage ? 2 : 0)
    await watched.close()
  })

  test.each([
    ["check_violation", "23514"],
    ["feature_not_supported", "0A000"],
    ["syntax_error", "42601"],
    ["string_data_right_truncation", "22001"],
    ["in_failed_sql_transaction", "25P02"],
  ])("%s is a defect", async (_name, state) => {
    for (const fail of [read, change]) {
      const error = await rejection(fail(state))
      expect(error).not.toBeInstanceOf(StorageUnavailable)
      expect(error).toMatchObject({ errno: state })
    }
  })

  describe("about a prepared statement", () => {
    /** Reads on one connection, so that the test knows the state of that connection. */
    let narrow: Engine

    beforeAll(async () => {
      await admin`create table reshaped (id bigint)`
      narrow = openPostgres(database.location, { connections: 7 })
    })
    afterAll(() => narrow.close())

    const readTable = (db: Database) => sql`select * from reshaped where id <> ${1}`.execute(db)
    const readOften = ({ reader }: Engine) => Promise.all(Array.from({ length: 200 }, () => readTable(reader)))
    const addColumn = () => admin.unsafe(`alter table reshaped add column "${crypto.randomUUID()}" text`)
    const discard = ({ reader }: Engine) =>
      Promise.all(Array.from({ length: 50 }, () => sql.raw("deallocate all").execute(reader)))

    test.each([
      ["whose result type a migration has changed", addColumn],
      ["that a pooler has discarded", discard],
    ])("%s fails no single statement, and a snapshot once, with the database unavailable", async (_name, spoil) => {
      for (const reading of [engine, narrow]) {
        await readOften(reading)
        await spoil(reading)
        expect(await readOften(reading)).toHaveLength(200)
      }
      await spoil(narrow)
      expect(await rejection(narrow.snapshot(readTable))).toBeInstanceOf(StorageUnavailable)
      expect((await narrow.snapshot(readTable)).rows).toEqual([])
    })

    test("that a pooler discards before the commit repeats the change, and stores it once", async () => {
      const change = (last: (db: Database) => Promise<unknown>) =>
        narrow.transaction(async (db) => {
          await sql`insert into reshaped (id) values (${2})`.execute(db)
          await last(db)
        })
      const changeOften = async () => {
        for (let times = 0; times < 10; times += 1) await change(async () => {})
      }
      await changeOften()
      let hasDiscarded = false
      await change(async (db) => {
        if (hasDiscarded) return
        hasDiscarded = true
        await sql.raw("deallocate all").execute(db)
      })
      await changeOften()
      expect(await admin`select count(*)::integer as count from reshaped`).toEqual([{ count: 21 }])
    })
  })

  test("about a missing privilege makes the database unavailable until it is granted", async () => {
    const role = `reader_${crypto.randomUUID().replaceAll("-", "")}`
    await admin.unsafe(`create table guarded (id bigint); create role ${role}`)
    const readAsRole = () =>
      engine.snapshot(async (db) => {
        await sql.raw(`set local role ${role}`).execute(db)
        return sql`select * from guarded`.execute(db)
      })
    try {
      expect(await rejection(readAsRole())).toBeInstanceOf(StorageUnavailable)
      await admin.unsafe(`grant select on guarded to ${role}`)
      expect((await readAsRole()).rows).toEqual([])
    } finally {
      await admin.unsafe(`drop owned by ${role}; drop role ${role}`)
    }
  })

  test("that ended a session between two statements makes the database unavailable", async () => {
    const terminate = (_db: Database, pid: number) => admin`select pg_terminate_backend(${pid})`
    expect(await rejection(changeAfter(terminate))).toBeInstanceOf(StorageUnavailable)
    expect((await sql`select 1 as one`.execute(engine.reader)).rows).toEqual([{ one: 1 }])
  })

  test("that ended a transaction because this process stood still makes it run again, and stores it once", async () => {
    await admin`create table changes (id bigint)`
    let runs = 0
    await engine.transaction(async (db) => {
      runs += 1
      const { rows } = await sql<{
        pid: number
      }>`insert into changes values (1) returning pg_backend_pid() as pid`.execute(db)
      if (runs === 1) await until(async () => (await sessionsOf(rows[0]?.pid ?? 0)).length === 0)
    })
    expect(runs).toBeGreaterThan(1)
    expect(await admin`select id from changes`).toHaveLength(1)
  })
})
