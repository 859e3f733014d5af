import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { findFreePort } from "../../../scripts/test/service.ts"
import { until } from "../../../test/harness/until.ts"
import { type RedisServer, sharedRedisUrl, startRedisServer } from "../../../test/services/redis.ts"
import { startTlsWay, type TlsWay } from "../../../test/services/tls-way.ts"
import { openRedisCounters } from "../redis.ts"
import { refuseUnsuitable, UnusableRedis } from "./server.ts"

const password = "s/e cret@:1"
const refusalOf = async (url: string): Promise<string> => {
  try {
    const counters = await openRedisCounters({ url, report: () => {} })
    await counters.close()
    return "none"
  } catch (error) {
    expect(error).toBeInstanceOf(UnusableRedis)
    return error instanceof Error ? error.message : ""
  }
}

describe("a start is refused in one line that says why", () => {
  let guarded: RedisServer
  let replica: RedisServer
  let way: TlsWay
  beforeAll(async () => {
    guarded = await startRedisServer(["--requirepass", password])
    replica = await startRedisServer(["--replicaof", "127.0.0.1", String(guarded.port)])
    way = await startTlsWay(Number(new URL(sharedRedisUrl(0)).port))
  })
  afterAll(async () => {
    way.stop()
    await replica.stop()
    await guarded.stop()
  })

  test("where nothing listens", async () => {
    const port = await findFreePort()
    expect(await refusalOf(`redis://127.0.0.1:${port}`)).toBe(
      `Redis at 127.0.0.1:${port} cannot be used: the connection was refused. Fix this, or correct KEYWARD_REDIS_URL.`,
    )
  })

  test("where there is no such host", async () => {
    expect(await refusalOf("redis://redis.invalid")).toContain(
      "Redis at redis.invalid:6379 cannot be used: its host name is not known.",
    )
  })

  test("where the password is missing or wrong, without repeating it", async () => {
    expect(await refusalOf(guarded.url)).toContain("it said: NOAUTH")
    const wrong = await refusalOf(`redis://:not-the-password@127.0.0.1:${guarded.port}`)
    expect(wrong).toContain("it said: WRONGPASS")
    expect(wrong).not.toContain("not-the-password")
  })

  test("where there is no database of that number", async () => {
    expect(await refusalOf(sharedRedisUrl(99_999))).toContain("it said: ERR DB index is out of range.")
  })

  test("where the server is a read-only replica", async () => {
    expect(await refusalOf(replica.url)).toContain("it is a read-only replica; name its primary.")
  })

  test("where the certificate is not trusted, or there is no TLS, or nothing but TLS", async () => {
    expect(await refusalOf(`rediss://localhost:${way.port}`)).toContain(
      "its certificate was refused (self signed certificate).",
    )
    expect(await refusalOf(sharedRedisUrl(0).replace("redis:", "rediss:"))).toContain("TLS")
    expect(await refusalOf(`redis://localhost:${way.port}`)).toContain(
      "it wants TLS, which rediss:// in the URL asks for.",
    )
  })

  test("where something else listens", async () => {
    const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("hello") })
    expect(await refusalOf(`redis://127.0.0.1:${other.port}`)).toContain("cannot be used")
    await other.stop(true)
  })

  test("where a node of a cluster does not hold the counters; the one that does is as good as any", async () => {
    const busPort = String(await findFreePort())
    const node = await startRedisServer(["--cluster-enabled", "yes", "--cluster-port", busPort])
    expect(await refusalOf(node.url)).toContain("it said: CLUSTERDOWN")
    await node.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
    await until(async () => String(await node.command("CLUSTER", "INFO")).includes("cluster_state:ok"))
    const counters = await openRedisCounters({ url: node.url, report: () => {} })
    const checks = ["one", "other"].map((counter) => ({ counter, limit: 1, durationMs: 60_000, cost: 1 }))
    expect(await counters.take(checks, Date.now())).toMatchObject({ taken: true })
    await counters.close()
    await node.stop()
  })

  test("where the user may not do what is needed; docs/redis.md says what that is", async () => {
    const [, rules = ""] = /needs `([^`]+)`/.exec(readFileSync("docs/redis.md", "utf8")) ?? []
    const url = `redis://keyward:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`
    const allow = (...given: readonly string[]) =>
      guarded.command("ACL", "SETUSER", "keyward", "reset", "on", `>${password}`, ...given)
    await allow(...rules.split(" "))
    expect(await refusalOf(url)).toBe("none")
    await allow(...rules.split(" ").filter((rule) => rule !== "+set"))
    expect(await refusalOf(url)).toContain("it said: ")
  })

  test("and a password with any characters, a user and a database are taken from the URL", async () => {
    const host = `127.0.0.1:${guarded.port}/7`
    for (const user of ["", "default"]) {
      const counters = await openRedisCounters({
        url: `redis://${user}:${encodeURIComponent(password)}@${host}`,
        report: () => {},
      })
      await counters.take([{ counter: `database/${user}`, limit: 1, durationMs: 60_000, cost: 1 }], Date.now())
      await counters.close()
    }
    expect(await guarded.command("INFO", "keyspace")).toMatch(/db7:keys=3/)
  })
})

describe("of what a server tells about itself", () => {
  const hello = { server: "redis", version: "7.0.15", mode: "standalone", role: "master" }

  test("a version before 7, a Sentinel and a replica are refused", () => {
    expect(() => refuseUnsuitable({ ...hello, version: "6.2.14" })).toThrow(
      "it is Redis 6.2.14, and Keyward needs Redis 7 or newer, or Valkey",
    )
    expect(() => refuseUnsuitable({ ...hello, mode: "sentinel", role: "sentinel" })).toThrow("it is a Sentinel")
    expect(() => refuseUnsuitable({ ...hello, role: "replica" })).toThrow("it is a read-only replica")
  })

  test("Redis from 7 on and every Valkey are welcome, one shard of a cluster included", () => {
    for (const fit of [
      hello,
      { ...hello, version: "7.4.0" },
      { ...hello, version: "10.0.0" },
      { ...hello, server: "valkey", version: "8.1.0" },
      { ...hello, mode: "cluster" },
    ])
      expect(() => refuseUnsuitable(fit)).not.toThrow()
  })
})
