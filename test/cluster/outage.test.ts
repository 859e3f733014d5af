import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { isUnavailable } from "../crash/call.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { until } from "../harness/until.ts"
import { type PostgresServer, startPostgresServer } from "../services/postgres-server.ts"
import { type RedisServer, startRedisServer } from "../services/redis.ts"
import { type Attempt, dataIn } from "./ask.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"

describe("three nodes", () => {
  let postgres: PostgresServer
  let redis: RedisServer
  let cluster: Cluster
  let workspace: Workspace
  let plain: { readonly keyId: string; readonly key: string }

  beforeAll(async () => {
    postgres = await startPostgresServer()
    redis = await startRedisServer()
    cluster = await startCluster(3, { databaseUrl: postgres.url, redisUrl: redis.url })
    workspace = await cluster.createWorkspace("Outage")
    plain = dataIn(await post(0, "keys.createKey", { apiId: workspace.apiId }))
  })
  afterAll(async () => {
    await cluster.stop()
    await postgres.remove()
    await redis.stop()
  })

  const everywhere = [0, 1, 2]
  const post = (node: number, operation: string, body: unknown) =>
    cluster.ask(node, { operation, body, key: workspace.rootKey })
  const onAll = (operation: string, body: unknown) => Promise.all(everywhere.map((node) => post(node, operation, body)))
  const isRefused = ({ reply }: Attempt) => reply !== undefined && isUnavailable(reply)
  const verify = async (node: number) => dataIn(await post(node, "keys.verifyKey", { key: plain.key })).code
  const verifyOnAll = () => Promise.all(everywhere.map(verify))
  const setEnabled = (node: number, enabled: boolean) =>
    post(node, "keys.updateKey", { keyId: plain.keyId, enabled }).then(dataIn)
  const take = (node: number, identifier: string, limit = 5) =>
    post(node, "ratelimit.limit", { namespace: "outage", identifier, limit, duration: steadyWindowMs })
  const readiness = (node: number) =>
    fetch(`${cluster.stations[node]?.url}/readyz`, { keepalive: false }).then(({ status }) => status)
  const everyKind = async () =>
    (
      await Promise.all([
        onAll("keys.verifyKey", { key: plain.key }),
        onAll("keys.getKey", { keyId: plain.keyId }),
        onAll("keys.createKey", { apiId: workspace.apiId, externalId: "lost" }),
      ])
    ).flat()
  /** Every node works, and sees the changes of the others. */
  const expectHealth = async () => {
    await cluster.rest()
    for (const node of everywhere) {
      await setEnabled(node, false)
      expect(await verifyOnAll()).toEqual(["DISABLED", "DISABLED", "DISABLED"])
      await setEnabled(node, true)
      expect(await verifyOnAll()).toEqual(["VALID", "VALID", "VALID"])
    }
  }

  test("return 503 while PostgreSQL is down, and serve every acknowledged write again when it is back", async () => {
    const kept = dataIn(await post(1, "keys.createKey", { apiId: workspace.apiId, name: "kept" }))
    const proxies = cluster.stations.map(({ database }) => database)
    for (const proxy of proxies) proxy.cut()
    await postgres.stop()
    // A lease that was just renewed is valid for a moment.
    await until(async () => (await everyKind()).every(isRefused))
    for (let round = 0; round < 5; round++) {
      const replies = await everyKind()
      expect(replies.map(isRefused)).toEqual(replies.map(() => true))
      expect(await Promise.all(everywhere.map(readiness))).toEqual([503, 503, 503])
      await Bun.sleep(300)
    }
    // Now the proxies behave like a load balancer: they accept connections, although no server is behind them.
    for (const proxy of proxies) await proxy.mend()
    const replies = await everyKind()
    expect(replies.map(isRefused)).toEqual(replies.map(() => true))
    await postgres.start()
    await expectHealth()
    expect((await onAll("keys.verifyKey", { key: kept.key })).map((attempt) => dataIn(attempt).name)).toEqual([
      "kept",
      "kept",
      "kept",
    ])
    expect(dataIn(await post(0, "keys.listKeys", { externalId: "lost" }))).toEqual([])
  })

  test("continue without a node that is cut off from PostgreSQL, which returns 503 and recovers without a restart", async () => {
    const proxy = cluster.stations[2]?.database
    if (proxy === undefined) throw new Error("There is no third node.")
    for (const fault of ["cut", "stalled"]) {
      if (fault === "cut") proxy.cut()
      else proxy.stall("all")
      await setEnabled(0, false)
      const late = await Promise.all([0, 1, 2, 2, 2].map((node) => post(node, "keys.verifyKey", { key: plain.key })))
      expect(late.map((attempt) => (isRefused(attempt) ? 503 : dataIn(attempt).code))).toEqual([
        "DISABLED",
        "DISABLED",
        503,
        503,
        503,
      ])
      expect(isRefused(await post(2, "keys.createKey", { apiId: workspace.apiId }))).toBe(true)
      expect(await readiness(2)).toBe(503)
      expect(await Promise.all([readiness(0), readiness(1)])).toEqual([200, 200])
      await setEnabled(1, true)
      if (fault === "cut") await proxy.mend()
      else proxy.flow()
      await expectHealth()
    }
  })

  test("return 503 to requests that need a limit while Redis is down or paused, serve other requests, and then count together again", async () => {
    for (const fault of ["stands still", "gone"] as const) {
      const identifier = `while it is ${fault}`
      expect(dataIn(await take(0, identifier)).success).toBe(true)
      if (fault === "gone") await redis.kill()
      else redis.pause()
      await until(async () => (await Promise.all(everywhere.map((node) => take(node, identifier)))).every(isRefused))
      expect((await Promise.all(everywhere.map((node) => take(node, "new")))).map(isRefused)).toEqual([
        true,
        true,
        true,
      ])
      await setEnabled(0, false)
      expect(await verifyOnAll()).toEqual(["DISABLED", "DISABLED", "DISABLED"])
      await setEnabled(1, true)
      expect(await verifyOnAll()).toEqual(["VALID", "VALID", "VALID"])
      expect(await Promise.all(everywhere.map(readiness))).toEqual([200, 200, 200])
      if (fault === "gone") await redis.start()
      else redis.resume()
      await cluster.rest()
      const limitedRequests = await Promise.all(
        [...everywhere, ...everywhere, ...everywhere].map((node) => take(node, identifier)),
      )
      // A killed Redis has lost the token of the first request; a paused Redis has not.
      const admitted = limitedRequests.filter((attempt) => dataIn(attempt).success).length
      expect(admitted).toBe(fault === "gone" ? 5 : 4)
    }
  })
})
