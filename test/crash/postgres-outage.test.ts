import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type PostgresServer, startPostgresServer } from "../services/postgres-server.ts"
import { dataOf, isUnavailable } from "./call.ts"
import { killNode } from "./node.ts"
import { initialCredits, type Scene, setScene } from "./scene.ts"

const goneMs = 30_000
/** It serves again within one or two seconds; the rest is for busy machines. */
const soonMs = 20_000
/** Where no connection is refused, an attempt to connect takes five seconds. */
const atOnceMs = 5_000

describe("a PostgreSQL server", () => {
  let server: PostgresServer
  let scene: Scene
  let spent = 0

  beforeAll(async () => {
    server = await startPostgresServer()
    scene = await setScene(server.url)
  })
  afterAll(async () => {
    await killNode(scene.node)
    await server.remove()
  })

  const everyKind = () => {
    const { call, apiId, plain, rich } = scene
    return Promise.all([
      call("keys.verifyKey", { key: rich.key }),
      call("keys.getKey", { keyId: plain.keyId }),
      call("apis.listKeys", { apiId }),
      call("keys.createKey", { apiId, externalId: "during" }),
      call("keys.createKey", { apiId, externalId: "during" }, { "Idempotency-Key": crypto.randomUUID() }),
    ])
  }
  const readiness = async () => (await fetch(`${scene.node.url}/readyz`)).status
  /** Returns how long it took until the server was ready. */
  const waitUntilServed = async (): Promise<number> => {
    const startedAt = performance.now()
    while ((await readiness()) !== 200) await Bun.sleep(20)
    return performance.now() - startedAt
  }

  test("that restarts causes only 503 responses, serves again soon, and has stored every acknowledged spend", async () => {
    const codes: string[] = []
    let isOver = false
    const spendOn = async () => {
      while (!isOver) codes.push(await scene.spend())
    }
    const load = Promise.all(Array.from({ length: 8 }, spendOn))
    for (let restart = 1; restart <= 4; restart++) {
      await Bun.sleep(200)
      await server.stop()
      await Bun.sleep(100)
      await server.start()
      expect(await waitUntilServed()).toBeLessThan(soonMs)
      await Bun.sleep(200)
    }
    isOver = true
    await load
    spent += codes.filter((code) => code === "VALID").length
    expect(spent).toBeGreaterThan(0)
    expect(new Set(codes)).toEqual(new Set(["VALID", "503"]))
    expect(await scene.balance()).toBe(initialCredits - spent)
  })

  test("that is down for half a minute makes every request that needs it return 503 at once, and serves again when it is back", async () => {
    const { call, plain } = scene
    expect(await dataOf(call("keys.verifyKey", { key: plain.key }))).toMatchObject({ code: "VALID" })
    await server.stop()
    const goneAt = performance.now()
    const durations: number[] = []
    while (performance.now() - goneAt < goneMs) {
      const askedAt = performance.now()
      for (const reply of await everyKind()) expect(reply && isUnavailable(reply)).toBe(true)
      durations.push(performance.now() - askedAt)
      expect(await readiness()).toBe(503)
      expect((await fetch(`${scene.node.url}/v2/liveness`)).status).toBe(200)
      await Bun.sleep(500)
    }
    // The shortest, because a busy machine may take as long for some.
    expect(Math.min(...durations)).toBeLessThan(atOnceMs)
    await server.start()
    expect(await waitUntilServed()).toBeLessThan(soonMs)
    for (const reply of await everyKind()) expect(reply?.status).toBe(200)
    spent += 1
    expect(await scene.balance()).toBe(initialCredits - spent)
    expect(await dataOf(call("keys.listKeys", { externalId: "during" }))).toHaveLength(2)
    // The server held the use that it counted during the outage, and stores it with the next batch.
    const lastUse = async () => (await dataOf(call("keys.getKey", { keyId: plain.keyId }))).lastUsedAt
    while ((await lastUse()) === undefined) await Bun.sleep(50)
    expect(Date.now() - (await lastUse())).toBeGreaterThan(goneMs)
  })
})
