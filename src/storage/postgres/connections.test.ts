import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { sql } from "kysely"
import { createDatabase, type Database } from "../../../test/services/postgres.ts"
import { startTcpProxy } from "../../../test/services/tcp-proxy.ts"
import { patience } from "../../../test/storage/provide-database.ts"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"
import { migrate } from "../sql/migrations/migrate.ts"
import { openPostgres } from "./engine.ts"

const connections = 10

describe("the connections of a process to PostgreSQL", () => {
  const role = `limited_${crypto.randomUUID().replaceAll("-", "")}`
  let database: Database
  let engine: Engine
  let admin: SQL

  beforeAll(async () => {
    database = await createDatabase()
    admin = new SQL(database.url, { max: 1 })
    await admin.unsafe(`create role ${role} login password 'limited'; grant all on schema public to ${role}`)
    const url = new URL(database.url)
    url.username = role
    url.password = "limited"
    engine = openPostgres(url.href, { connections, patience })
    await migrate(engine)
  })
  afterAll(async () => {
    await engine.close()
    await admin.unsafe(`drop owned by ${role}; drop role ${role}`)
    await admin.close()
    await database.drop()
  })

  const everyKind = () => [
    ...Array.from({ length: 200 }, () => sql`select pg_sleep(0.005)`.execute(engine.reader)),
    ...Array.from({ length: 40 }, () => engine.transaction((db) => sql`select pg_sleep(0.01)`.execute(db))),
    ...Array.from({ length: 40 }, () => engine.spend([{ balanceId: "bal_1", cost: 1, now: 0 }], "short")),
  ]
  const openCount = async (): Promise<number> => {
    const [row] = await admin`select count(*)::int as count from pg_stat_activity where usename = ${role}`
    return row.count
  }

  test("are never more than it may have, whatever comes at once; what has none waits for its turn", async () => {
    const work = Promise.all(everyKind())
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    let most = 0
    while (!isOver) {
      most = Math.max(most, await openCount())
      await Bun.sleep(5)
    }
    expect(await work).toHaveLength(280)
    expect(most).toBeGreaterThan(3)
    expect(most).toBeLessThanOrEqual(connections)
  })

  test("may be refused by the server: then the database is unavailable, until it lets them in again", async () => {
    const letIn = async (count: number) => {
      await admin.unsafe(`alter role ${role} connection limit ${count}`)
      await admin`select pg_terminate_backend(pid, 60000) from pg_stat_activity where usename = ${role}`
      await Bun.sleep(50)
    }
    await letIn(0)
    const refused = await Promise.allSettled(everyKind())
    expect(refused.filter(({ status }) => status === "fulfilled")).toEqual([])
    for (const one of refused) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(StorageUnavailable)
    await letIn(-1)
    expect(await Promise.all(everyKind())).toHaveLength(280)
  })
})

test("a PostgreSQL that is back behind a balancer is reached at once, although connecting was about to be given up", async () => {
  const database = await createDatabase()
  const server = await startTcpProxy(Number(new URL(database.url).port))
  const balancer = await startTcpProxy(server.port)
  const url = new URL(database.url)
  url.port = String(balancer.port)
  const engine = openPostgres(url.href)
  const everyWay = () => [
    sql`select 1`.execute(engine.reader),
    engine.transaction((db) => sql`select 1`.execute(db)),
    engine.lookUp(sql`select 1`.compile(engine.reader), []),
  ]
  try {
    await migrate(engine)
    server.cut()
    await Bun.sleep(100)
    const early = Promise.allSettled(everyWay())
    // Bun tries for 5 s, and the last pause of a second begins after a little more than 4.
    await Bun.sleep(4_600)
    await server.mend()
    expect(await Promise.all(everyWay())).toHaveLength(3)
    // On a slow machine the last attempt of these calls may still succeed.
    await early
  } finally {
    await engine.close()
    balancer.stop()
    server.stop()
    await database.drop()
  }
})
