import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { findFreePort } from "../../../scripts/test/service.ts"
import { runProcess, type ServedCli, startServe } from "../../../test/cli/cli.ts"
import { firstKeysOf } from "../../../test/harness/first-keys.ts"
import { halfSent, statusesOf } from "../../../test/requests/half-sent.ts"
import { untilNothingListens } from "../../../test/requests/is-listening.ts"
import { createDatabase, type Database } from "../../../test/services/postgres.ts"
import { childrenOf, isAlive } from "../../../test/services/process-tree.ts"
import { sharedRedisUrl } from "../../../test/services/redis.ts"
import { testFolder } from "../../../test/services/test-folder.ts"

const operatorKey = "operator-key-of-the-test"

let database: Database
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const data = testFolder()

const settings = () => ({
  KEYWARD_DATA_DIR: data.path,
  KEYWARD_DATABASE_URL: database.url,
  KEYWARD_REDIS_URL: sharedRedisUrl(11),
  KEYWARD_NODES_PER_HOST: "2",
})
const start = (environment: Record<string, string> = {}) => startServe([], { ...settings(), ...environment })

/** Uses a new connection, which any of the processes may accept. */
async function ask({ port }: ServedCli, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: "close" } })
  await answer.text()
  return answer.status
}

describe("two processes on one port", () => {
  let served: ServedCli
  let metricsPort = 0
  let processes: readonly number[] = []

  beforeAll(async () => {
    metricsPort = await findFreePort(2)
    served = await start({ KEYWARD_METRICS_PORT: String(metricsPort) })
    processes = childrenOf(served)
  })
  const requestsOf = async (number: number): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort + number - 1}/metrics`)
    const [, count = "0"] = /operation="liveness",status="200"\} (\d+)/.exec(await answer.text()) ?? []
    return Number(count)
  }

  test("are started by one command, which names the keys of a new installation once", () => {
    expect(processes).toHaveLength(2)
    expect(served.stdout().match(/Welcome to Keyward/g)).toHaveLength(1)
    expect(served.stdout().match(/Keyward listens on/g)).toHaveLength(1)
    expect(served.stdout()).toEndWith(
      `Keyward listens on http://localhost:${served.port} with 2 processes (stop it with Ctrl-C).\n`,
    )
  })

  test("both serve, and each tells its own metrics on a port of its own", async () => {
    for (let call = 0; call < 40; call++) expect(await ask(served, "/v2/liveness")).toBe(200)
    const counts = [await requestsOf(1), await requestsOf(2)]
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(counts.reduce((sum, count) => sum + count)).toBe(40)
    expect(await ask(served, "/metrics")).toBe(404)
  })

  test("are one service: what one has answered the other one knows", async () => {
    const { operatorKey: key } = firstKeysOf(served)
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Connection: "close" }
    const call = async (operation: string, body: unknown) => {
      const url = `http://127.0.0.1:${served.port}/v2/${operation}`
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
      return { status: answer.status, ...(await answer.json()) }
    }
    for (let round = 1; round <= 10; round++) {
      expect(await call("workspaces.createWorkspace", { name: `${round}` })).toMatchObject({ status: 200 })
      expect((await call("workspaces.listWorkspaces", {})).data).toHaveLength(round + 1)
    }
  })

  test("one that is killed is started again while the other one serves on", async () => {
    const [victim = 0, other = 0] = processes
    process.kill(victim, "SIGKILL")
    await served.waitForOutput(/ended. It restarts in 0.25 s/)
    let isBack = false
    const back = served.waitForOutput(/serves again/).finally(() => {
      isBack = true
    })
    let calls = 0
    while (!isBack) {
      expect(await ask(served, "/readyz")).toBe(200)
      calls += 1
    }
    await back
    expect(calls).toBeGreaterThan(0)
    const now = childrenOf(served)
    expect(now).toHaveLength(2)
    expect(now).toContain(other)
    expect(now).not.toContain(victim)
    expect(served.stderr()).toContain(`pid ${victim}, SIGKILL`)
    for (let call = 0; call < 20; call++) await ask(served, "/v2/liveness")
    expect(await requestsOf(1)).toBeGreaterThan(0)
  })

  test("end when their supervisor is killed, and leave the port to the next one", async () => {
    const left = childrenOf(served)
    served.kill("SIGKILL")
    await untilNothingListens(served)
    while (left.some(isAlive)) await Bun.sleep(20)
  })
})

describe("a signal to stop", () => {
  test("lets every process finish its requests, also if all of them get the signal", async () => {
    const served = await start({ KEYWARD_OPERATOR_KEY: operatorKey })
    const requests = await Promise.all(Array.from({ length: 6 }, () => halfSent(served, operatorKey)))
    const processes = childrenOf(served)
    // A terminal signals every process, and the supervisor also stops its processes.
    for (const pid of processes) process.kill(pid, "SIGINT")
    served.kill("SIGINT")
    await untilNothingListens(served)
    expect(await statusesOf(requests)).toEqual(requests.map(() => "HTTP/1.1 200"))
    expect(await served.exit).toEqual({ code: 0, signal: null })
    expect(processes.filter(isAlive)).toEqual([])
  })

  test("ends them at once when it comes twice", async () => {
    const served = await start({ KEYWARD_OPERATOR_KEY: operatorKey })
    await Promise.all(Array.from({ length: 4 }, () => halfSent(served, operatorKey)))
    const processes = childrenOf(served)
    served.kill("SIGTERM")
    await untilNothingListens(served)
    await Bun.sleep(600)
    served.kill("SIGTERM")
    expect(await served.exit).toEqual({ code: 143, signal: null })
    while (processes.some(isAlive)) await Bun.sleep(10)
  })
})

describe("several processes are refused with one sentence", () => {
  test.each([
    ["on the embedded database", { KEYWARD_DATABASE_URL: "" }, "KEYWARD_NODES_PER_HOST needs PostgreSQL"],
    ["without Redis", { KEYWARD_REDIS_URL: "" }, "KEYWARD_NODES_PER_HOST needs Redis, because 2 processes"],
    ["of no number", { KEYWARD_NODES_PER_HOST: "many" }, 'must be auto or a number from 1 to 256, not "many".'],
    ["of a wrong setting", { KEYWARD_OPERATOR_KEY: "short" }, "KEYWARD_OPERATOR_KEY must have 16 to 512"],
    ["without ports for their metrics", { KEYWARD_METRICS_PORT: "65535" }, "from 1 to 65534, because 2 processes"],
    [
      "with more connections than PostgreSQL has",
      { KEYWARD_DATABASE_CONNECTIONS: "900" },
      "2 processes with 900 connections each need 1800, but PostgreSQL allows ",
    ],
    [
      "without a database that can be reached",
      { KEYWARD_DATABASE_URL: "postgres://user:secretpw@127.0.0.1:1/none" },
      "PostgreSQL at 127.0.0.1:1 cannot be reached",
    ],
  ])("%s", async (_case, environment, message) => {
    const { code, stdout, stderr } = await runProcess(["serve", "--port", "0"], { ...settings(), ...environment })
    const isUpToPostgres = message.includes("cannot be reached") || message.includes("PostgreSQL allows")
    expect({ code, stdout }).toEqual({ code: isUpToPostgres ? 1 : 2, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("secretpw")
    expect(stderr.trim().split("\n")).toHaveLength(1)
  })

  test("on a port that another program has, even one that shares it", async () => {
    const other = Bun.serve({ hostname: "127.0.0.1", port: 0, reusePort: true, fetch: () => new Response() })
    const { code, stderr } = await runProcess(["serve", "--port", String(other.port)], settings())
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${other.port} on 127.0.0.1 is in use by another program.`)
    expect(stderr.trim().split("\n")).toHaveLength(1)
    await other.stop(true)
  })
})
