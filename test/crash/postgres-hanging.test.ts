import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { until } from "../harness/until.ts"
import { createDatabase, type Database } from "../services/postgres.ts"
import { dataOf, isUnavailable } from "./call.ts"
import { killNode } from "./node.ts"
import { type Scene, setScene } from "./scene.ts"

describe("PostgreSQL under a running server", () => {
  let database: Database
  let scene: Scene

  beforeAll(async () => {
    database = await createDatabase()
    scene = await setScene(database.url)
  })
  afterAll(async () => {
    await killNode(scene.node)
    await database.drop()
  })

  /** Counts the unrelated requests that are served before `work` ends. If they waited for it, there would be one. */
  const serveUntil = async (work: Promise<unknown>): Promise<number> => {
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    let served = 0
    while (!isOver) {
      expect(await scene.spend()).toBe("VALID")
      expect(await dataOf(scene.call("keys.getKey", { keyId: scene.plain.keyId }))).toMatchObject({ enabled: true })
      if (!isOver) served += 1
      await Bun.sleep(50)
    }
    return served
  }

  test("with a hanging query ends and undoes it, and serves other requests in between", async () => {
    await using admin = new SQL(database.url, { max: 1 })
    await admin.unsafe(`create function hang() returns trigger language plpgsql as
      'begin perform pg_sleep(60); return new; end';
      create trigger hang before insert on apis for each row execute function hang()`)
    const startedAt = performance.now()
    const creating = scene.call("apis.createApi", { name: "Hanging" })
    expect(await serveUntil(creating)).toBeGreaterThan(5)
    const reply = await creating
    expect(reply && isUnavailable(reply)).toBe(true)
    // The limit is ten seconds; a busy machine needs more. Without a limit, the query would hang for sixty.
    expect(performance.now() - startedAt).toBeLessThan(50_000)
    await admin.unsafe("drop trigger hang on apis")
    const apis = await dataOf(scene.call("apis.listApis", {}))
    expect(apis).toHaveLength(1)
    expect((await scene.call("apis.createApi", { name: "At last" }))?.status).toBe(200)
  })

  test("whose connections all wait for a lock refuses each waiting write in time, and serves requests that need no such connection", async () => {
    await using other = new SQL(database.url, { max: 1 })
    await other.unsafe("begin; lock table event_chains in exclusive mode")
    const create = () => scene.call("keys.createKey", { apiId: scene.apiId, externalId: "crowd" })
    let tookMs = 0
    const crowd = async () => {
      const startedAt = performance.now()
      const late = Bun.sleep(1_000).then(() => Promise.all(Array.from({ length: 5 }, create)))
      const creating = Promise.all(Array.from({ length: 60 }, create))
      expect(await serveUntil(creating)).toBeGreaterThan(5)
      for (const reply of await creating) expect(reply && isUnavailable(reply)).toBe(true)
      for (const reply of await late) expect(reply && isUnavailable(reply)).toBe(true)
      tookMs = performance.now() - startedAt
      // The limit is eight seconds. It would end after sixteen, if it started again for those that get a connection late.
      return tookMs < 15_000
    }
    // A busy machine may take as long for some.
    await until(crowd, () => `The last crowd took ${tookMs} ms.`)
    const waiting = create()
    await Bun.sleep(500)
    await other.unsafe("rollback")
    expect((await waiting)?.status).toBe(200)
    expect(await dataOf(scene.call("keys.listKeys", { externalId: "crowd" }))).toHaveLength(1)
    const createOnceFree = () => until(async () => (await create())?.status === 200)
    await Promise.all(Array.from({ length: 60 }, createOnceFree))
  })
})
