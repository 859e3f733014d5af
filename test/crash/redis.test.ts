import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createKey, type TestKey } from "../harness/fixtures.ts"
import { type Reply, startKeyward, type TestServer } from "../harness/harness.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { until } from "../harness/until.ts"
import { freshMetrics, measured } from "../requests/fresh-metrics.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { createDatabase, type Database } from "../services/postgres.ts"
import { type RedisServer, startRedisServer } from "../services/redis.ts"

const unavailable = "503 application/service_unavailable"

/** A server with its own Redis, and the keys for the tests below. */
async function setScene(limiterDown: "closed" | "open") {
  const redis = await startRedisServer()
  const environment = { KEYWARD_REDIS_URL: `${redis.url}/2`, KEYWARD_LIMITER_DOWN: limiterDown }
  const keyward = await startKeyward({ engine: "sqlite", environment })
  const limited = await createKey(keyward, {
    credits: { remaining: 100 },
    ratelimits: [{ name: "requests", limit: 3, duration: steadyWindowMs, autoApply: true }],
  })
  const plain = await createKey(keyward, { apiId: limited.apiId })
  const verify = ({ key }: TestKey) => keyward.call("keys.verifyKey", { key })
  const take = (identifier: string, limit = 3) =>
    keyward.call("ratelimit.limit", { namespace: "calls", identifier, limit, duration: steadyWindowMs })
  await take("first")
  return {
    redis,
    keyward,
    limited,
    plain,
    verify,
    take,
    whoami: ({ key }: TestKey) => keyward.call("keys.whoami", {}, { key }),
    credits: async () => (await keyward.ok("keys.getKey", { keyId: limited.keyId })).credits.remaining,
    ready: async () => keyward.request("/readyz"),
    metric: async (name: string) =>
      measured(await freshMetrics(async () => (await keyward.request("/metrics")).text), name),
    async stop() {
      await keyward.stop()
      await redis.stop()
    },
  }
}

type Scene = Awaited<ReturnType<typeof setScene>>

const limiterIs = (scene: Scene, state: string) => until(async () => (await scene.ready()).body.data.limiter === state)
const skips = ({ headers }: Reply) => headers.get("Keyward-Limits")

describe("Redis under a running server, with the policy closed", () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await setScene("closed")
  })
  afterAll(() => scene.stop())

  /** Requests that need a limit are refused and take nothing; other requests work. */
  const expectClosed = async () => {
    const before = await scene.credits()
    const refused = [
      await scene.verify(scene.limited),
      await scene.take("someone"),
      await scene.take("new"),
      await scene.whoami(scene.plain),
    ]
    expect(refused.map(outcomeOf)).toEqual([unavailable, unavailable, unavailable, unavailable])
    for (const { headers } of refused) expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1)
    expect(await scene.credits()).toBe(before)
    expect((await scene.verify(scene.plain)).body.data.code).toBe("VALID")
    expect((await scene.ready()).body.data).toMatchObject({ status: "ready", limiter: "down" })
    expect(await scene.metric("keyward_limiter_up")).toBe(0)
  }
  const logged = (message: string) => until(async () => scene.keyward.log.some((line) => line.includes(message)))
  /** The limiter works again, without a restart of the server. */
  const expectRecovery = async () => {
    await limiterIs(scene, "up")
    expect(await scene.metric("keyward_limiter_up")).toBe(1)
    expect((await scene.verify(scene.plain)).body.data.code).toBe("VALID")
  }

  test("is reported by readiness and metrics", async () => {
    expect((await scene.ready()).body.data).toMatchObject({ status: "ready", limiter: "up" })
    expect(await scene.metric("keyward_limiter_up")).toBe(1)
    expect(await scene.metric("keyward_limiter_skipped_total")).toBe(0)
  })

  test("that is killed makes requests that need a limit return 503, and counts from zero after an empty start", async () => {
    for (const code of ["VALID", "VALID", "VALID", "RATE_LIMITED"]) {
      expect((await scene.verify(scene.limited)).body.data.code).toBe(code)
    }
    await scene.redis.kill()
    await limiterIs(scene, "down")
    await expectClosed()
    await scene.redis.start()
    await expectRecovery()
    const [limit] = (await scene.verify(scene.limited)).body.data.ratelimits
    expect(limit).toMatchObject({ exceeded: false, remaining: 2 })
    await logged("The connection to the counter store was lost. Keyward keeps retrying.")
    await logged("The counter store is back.")
  })

  test("that is paused makes requests that need a limit return 503, and does not count them later", async () => {
    await scene.take("waiting")
    scene.redis.pause()
    const first = await Promise.all([scene.take("waiting"), scene.verify(scene.limited)])
    expect(first.map(outcomeOf)).toEqual([unavailable, unavailable])
    await expectClosed()
    scene.redis.resume()
    await expectRecovery()
    expect((await scene.take("waiting")).body.data).toMatchObject({ success: true, remaining: 1 })
  })
})

describe("Redis under a running server, with the policy open", () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await setScene("open")
  })
  afterAll(() => scene.stop())

  test("that works enforces limits, and no response has the header about skipped limits", async () => {
    const replies = [await scene.take("a", 1), await scene.take("a", 1), await scene.verify(scene.limited)]
    expect(replies.map(skips)).toEqual([null, null, null])
    expect(replies[1]?.body.data.success).toBe(false)
  })

  test("that is killed has its limits skipped, and every response that skipped one says so", async () => {
    const { keyward, limited, plain } = scene
    const namespace = "calls"
    const own = await keyward.createWorkspace()
    const operator = { key: keyward.operatorKey }
    const limits = { requestsPerMinute: 1 }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId: own.workspaceId, limits }, operator)
    await keyward.ok("ratelimit.setOverride", { namespace, identifier: "banned", limit: 0, duration: steadyWindowMs })
    const before = await scene.credits()

    await scene.redis.kill()
    await limiterIs(scene, "skipped")
    const taken = [await scene.take("a", 1), await scene.take("a", 1), await scene.take("banned")]
    expect(taken.map(({ body }) => body.data.success)).toEqual([true, true, false])
    const verified = [await scene.verify(limited), await scene.verify(limited)]
    expect(verified.map(({ body }) => body.data.code)).toEqual(["VALID", "VALID"])
    const listed = await keyward.call("apis.listApis", {}, { key: own.rootKey })
    const failed = await keyward.call("apis.getApi", { apiId: "api_none" }, { key: own.rootKey })
    const described = await scene.whoami(plain)
    expect([listed, failed, described].map(outcomeOf)).toEqual(["200", "404 data/api_not_found", "200"])
    expect([...taken, ...verified, listed, failed, described].map(skips)).toEqual(Array(8).fill("skipped"))

    expect(skips(await scene.verify(plain))).toBeNull()
    expect(await scene.credits()).toBe(before - 2)
    expect((await scene.ready()).body.data).toMatchObject({ status: "ready", limiter: "skipped" })
    expect(await scene.metric("keyward_limiter_up")).toBe(0)
    expect(await scene.metric("keyward_limiter_skipped_total")).toBeGreaterThanOrEqual(8)
  })

  test("that is back enforces limits again without a restart of the server", async () => {
    await scene.redis.start()
    await limiterIs(scene, "up")
    const replies = [await scene.take("b", 1), await scene.take("b", 1)]
    expect(replies.map(({ body }) => body.data.success)).toEqual([true, false])
    expect(replies.map(skips)).toEqual([null, null])
  })

  test("that is killed does not change credits: a key without credits is refused", async () => {
    await scene.redis.kill()
    await limiterIs(scene, "skipped")
    const spent = await createKey(scene.keyward, {
      credits: { remaining: 0 },
      ratelimits: [{ name: "requests", limit: 3, duration: steadyWindowMs, autoApply: true }],
    })
    expect((await scene.verify(spent)).body.data.code).toBe("USAGE_EXCEEDED")
  })
})

describe("two servers on one Redis", () => {
  let redis: RedisServer
  let database: Database
  let nodes: TestServer[]
  beforeAll(async () => {
    redis = await startRedisServer()
    database = await createDatabase()
    const environment = { KEYWARD_REDIS_URL: redis.url, KEYWARD_DATABASE_URL: database.url }
    nodes = [
      await startKeyward({ engine: "sqlite", environment }),
      await startKeyward({ engine: "sqlite", environment }),
    ]
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await database.drop()
    await redis.stop()
  })

  test("together admit exactly the limit of a key and of an identifier", async () => {
    const [first] = nodes
    if (first === undefined) throw new Error("There are no servers.")
    const { rootKey } = first
    const ratelimits = [{ name: "requests", limit: 40, duration: steadyWindowMs, autoApply: true }]
    const { key } = await createKey(first, { ratelimits })
    await first.ok("ratelimit.limit", { namespace: "both", identifier: "nobody", limit: 1, duration: steadyWindowMs })
    const onEach = async (operation: string, body: object) => {
      const calls = Array.from({ length: 40 }, () => nodes.map((node) => node.ok(operation, body, { key: rootKey })))
      return Promise.all(calls.flat())
    }
    const verdicts = await onEach("keys.verifyKey", { key })
    expect(verdicts.filter(({ code }) => code === "VALID")).toHaveLength(40)
    expect(verdicts.filter(({ code }) => code === "RATE_LIMITED")).toHaveLength(40)
    const takings = await onEach("ratelimit.limit", {
      namespace: "both",
      identifier: "one",
      limit: 30,
      duration: steadyWindowMs,
    })
    expect(takings.filter(({ success }) => success)).toHaveLength(30)
  })
})
