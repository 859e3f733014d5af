import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SQL } from "bun"
import { outcomeOf } from "../requests/outcome.ts"
import { type PostgresServer, startPostgresServer } from "../services/postgres-server.ts"
import { type RedisServer, startRedisServer } from "../services/redis.ts"
import { type Attempt, dataIn, resultOf } from "./ask.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"

const patienceMs = 900_000
const isLong = process.env.KEYWARD_TEST_CLUSTER_SECONDS !== undefined
const pausesMs = isLong ? [7_000, 22_000] : [7_000]
/**
 * While another node is paused, a change waits up to 8 s for a lock and 1.05 s for the lease of that node. The rest is for busy
 * machines, and less than the longest pause.
 */
const longestChangeMs = 20_000
/** Half of the time after which an unreleased claim expires, so that only a release explains success. */
const longestReleaseMs = 30_000
const credits = 20
const topUp = 5

describe("three nodes under load", () => {
  let postgres: PostgresServer
  let redis: RedisServer
  let cluster: Cluster
  let workspace: Workspace

  beforeAll(async () => {
    postgres = await startPostgresServer()
    redis = await startRedisServer()
    cluster = await startCluster(3, { databaseUrl: postgres.url, redisUrl: redis.url })
    workspace = await cluster.createWorkspace("Long faults")
  }, patienceMs)
  afterAll(async () => {
    await cluster.stop()
    await postgres.remove()
    await redis.stop()
  }, patienceMs)

  /** Spends, tops up, changes, limits and verifies during the fault; returns all requests. */
  const loadDuring = async (fault: () => Promise<void>) => {
    const post = (node: number, operation: string, body: unknown) =>
      cluster.ask(node, { operation, body, key: workspace.rootKey })
    const { apiId } = workspace
    const spent = dataIn(await post(0, "keys.createKey", { apiId, credits: { remaining: credits } }))
    const named = dataIn(await post(0, "keys.createKey", { apiId }))
    const attempts = {
      spends: [] as Attempt[],
      topUps: [] as Attempt[],
      changes: [] as Attempt[],
      others: [] as Attempt[],
    }
    const traffic = { isOn: true }
    const client = async (into: Attempt[], ask: () => Promise<Attempt>) => {
      while (traffic.isOn) {
        into.push(await ask())
        await Bun.sleep(5)
      }
    }
    const limited = { namespace: "load", identifier: "caller", limit: 1_000_000, duration: 3_600_000 }
    const grow = { keyId: spent.keyId, operation: "increment", value: topUp }
    const clients = [0, 1, 2].flatMap((node) => [
      ...[1, 2].map(() => client(attempts.spends, () => post(node, "keys.verifyKey", { key: spent.key }))),
      client(attempts.topUps, () => post(node, "keys.updateCredits", grow)),
      client(attempts.changes, () => post(node, "keys.updateKey", { keyId: named.keyId, name: crypto.randomUUID() })),
      client(attempts.others, () => post(node, "ratelimit.limit", limited)),
      client(attempts.others, () => post(node, "keys.verifyKey", { key: named.key })),
    ])
    while (attempts.changes.length < 6) await Bun.sleep(10)
    await fault()
    await cluster.rest()
    traffic.isOn = false
    await Promise.all(clients)
    await cluster.rest()
    const left: number = dataIn(await post(0, "keys.getKey", { keyId: spent.keyId })).credits.remaining
    return { ...attempts, left }
  }
  type Load = Awaited<ReturnType<typeof loadDuring>>

  /** Every response is 200 or 503, and no credit is lost, oversold or added twice. */
  const expectHonest = ({ spends, topUps, changes, others, left }: Load) => {
    const all = [...spends, ...topUps, ...changes, ...others]
    const outcomes = new Set(all.flatMap(({ reply }) => (reply === undefined ? [] : [outcomeOf(reply)])))
    expect([...outcomes].filter((one) => one !== "200" && one !== "503 application/service_unavailable")).toEqual([])
    const count = (of: readonly Attempt[], result: string) => of.filter((one) => resultOf(one) === result).length
    const valid = spends.filter(({ reply }) => reply?.body.data?.code === "VALID").length
    const granted = credits + topUp * count(topUps, "done")
    expect(valid).toBeGreaterThan(credits)
    expect(left + valid).toBeLessThanOrEqual(granted + topUp * count(topUps, "open"))
    expect(left + valid).toBeGreaterThanOrEqual(granted - count(spends, "open"))
  }

  test.each(pausesMs)(
    "of which one is paused for %d ms complete changes in time, and return only 200 and 503",
    async (pauseMs) => {
      const load = await loadDuring(async () => {
        cluster.stations[2]?.pause()
        await Bun.sleep(pauseMs)
        cluster.stations[2]?.resume()
      })
      expectHonest(load)
      const healthy = [...load.changes, ...load.topUps].filter(({ node }) => node !== 2)
      expect(Math.max(...healthy.map(({ startedAt, endedAt }) => endedAt - startedAt))).toBeLessThan(longestChangeMs)
    },
    patienceMs,
  )

  test(
    "whose PostgreSQL and Redis are restarted lose no credit, and return only 200 and 503",
    async () => {
      expectHonest(
        await loadDuring(async () => {
          await postgres.stop()
          await postgres.start()
        }),
      )
      expectHonest(
        await loadDuring(async () => {
          await redis.kill()
          await redis.start()
        }),
      )
    },
    patienceMs,
  )

  test(
    "execute a request with an Idempotency-Key once, although PostgreSQL restarts and the client repeats it",
    async () => {
      const { workspaceId, apiId, rootKey } = workspace
      const created = await cluster.ask(0, {
        operation: "keys.createKey",
        body: { apiId, credits: { remaining: credits } },
        key: rootKey,
      })
      const { keyId } = dataIn(created)
      const run = crypto.randomUUID()
      const grow = (node: number, number: number) =>
        cluster.ask(node, {
          operation: "keys.updateCredits",
          body: { keyId, operation: "increment", value: topUp },
          key: rootKey,
          headers: { "Idempotency-Key": `${run}-${number}` },
        })
      const numbers = [0, 1, 2]
      const blocker = new SQL(postgres.url, { max: 1 })
      const held = await blocker.reserve()
      await held`begin`
      await held`select length from event_chains where workspace_id = ${workspaceId} for update`
      // A request that waits for this lock has claimed its Idempotency-Key.
      const first = numbers.map((number) => grow(number, number))
      const waiting = () => cluster.admin`select 1 from pg_stat_activity
        where application_name = 'keyward' and wait_event_type = 'Lock'`
      while ((await waiting()).length < numbers.length) await Bun.sleep(10)
      await postgres.stop()
      await blocker.close({ timeout: 0 })
      const unavailable = "503 application/service_unavailable"
      for (const { reply } of await Promise.all(first)) expect(reply && outcomeOf(reply)).toBe(unavailable)
      await postgres.start()
      const backAt = performance.now()
      const retry = async (number: number): Promise<readonly string[]> => {
        const { reply } = await grow((number + 1) % 3, number)
        const outcome = reply === undefined ? "nothing" : outcomeOf(reply)
        if (outcome === "200" || performance.now() - backAt > longestReleaseMs) return [outcome]
        await Bun.sleep(20)
        return [outcome, ...(await retry(number))]
      }
      const outcomes = await Promise.all(numbers.map(retry))
      console.log(`Served ${Math.round(performance.now() - backAt)} ms after the restart: ${outcomes.join(" | ")}`)
      expect(outcomes.map((each) => each.at(-1))).toEqual(["200", "200", "200"])
      const transient = ["200", unavailable, "409 application/idempotency_in_progress"]
      expect(outcomes.flat().filter((outcome) => !transient.includes(outcome))).toEqual([])
      for (const number of numbers) {
        const { reply } = await grow(number, number)
        expect(reply?.headers.get("idempotency-replayed")).toBe("true")
      }
      const read = await cluster.ask(0, { operation: "keys.getKey", body: { keyId }, key: rootKey })
      expect(dataIn(read).credits.remaining).toBe(credits + topUp * numbers.length)
    },
    patienceMs,
  )
})
