import { afterAll, beforeAll, expect, test } from "bun:test"
import { isUnavailable } from "./call.ts"
import { killNode } from "./node.ts"
import { createProxiedDatabase, type ProxiedDatabase } from "./proxied-database.ts"
import { type Scene, setScene } from "./scene.ts"

let database: ProxiedDatabase
let scene: Scene

beforeAll(async () => {
  database = await createProxiedDatabase()
  scene = await setScene(database.url)
})
afterAll(async () => {
  await killNode(scene.node)
  await database.drop()
})

/** Requests of every kind that need the database. */
function everyKind() {
  const { call, apiId, plain, rich } = scene
  return [
    call("keys.verifyKey", { key: rich.key }),
    call("keys.verifyKey", { key: `unknown_${crypto.randomUUID()}` }),
    call("keys.getKey", { keyId: plain.keyId }),
    call("apis.listKeys", { apiId }),
    call("keys.createKey", { apiId, externalId: "silent" }),
    call("keys.createKey", { apiId, externalId: "silent" }, { "Idempotency-Key": crypto.randomUUID() }),
    call("keys.updateKey", { keyId: plain.keyId, name: "silent" }),
  ]
}

test("a PostgreSQL that falls silent lets every request return 503 before a proxy gives up", async () => {
  database.proxy.stall("all")
  const durations: number[] = []
  const expectRefused = async (calling: ReturnType<Scene["call"]>) => {
    const startedAt = performance.now()
    const reply = await calling
    expect(reply && isUnavailable(reply)).toBe(true)
    durations.push(performance.now() - startedAt)
  }
  // More at once than there are connections, so that some wait for a connection before they wait for PostgreSQL.
  const burst = () => Promise.all(Array.from({ length: 12 }, everyKind).flat().map(expectRefused))
  // The last ones arrive while Keyward replaces its connections.
  const arrivals = [0, 1, 4, 8, 12].map((seconds) => Bun.sleep(seconds * 1_000).then(burst))
  await Promise.all(arrivals)
  // The limit is twelve seconds; a busy machine needs more. The proxies of docs/guides/behind-a-proxy.md give up after forty.
  expect(Math.max(...durations)).toBeLessThan(40_000)
})
