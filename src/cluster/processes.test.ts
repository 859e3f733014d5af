import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { startCli, startServe } from "../../test/cli/cli.ts"
import { operatorKey, sharedRedis, startCluster, type TestCluster } from "../../test/harness/nodes.ts"
import { until } from "../../test/harness/until.ts"
import { type ChildProcess, startProcess } from "../../test/services/child-process.ts"
import { proxyTo } from "../../test/services/proxied-url.ts"
import { nodesLock } from "../storage/postgres/nodes.ts"

/** A node in a process of its own. */
interface NodeProcess extends ChildProcess {
  readonly url: string
}

/** A third of the time after which an unreleased claim expires, so that only a release explains success. */
const longestRetryMs = 20_000

const program = join(import.meta.dir, "..", "main.ts")
const wrongClock = join(import.meta.dir, "..", "..", "test", "harness", "wrong-clock.ts")

const settings = (databaseUrl: string) => ({
  KEYWARD_OPERATOR_KEY: operatorKey,
  KEYWARD_DATABASE_URL: databaseUrl,
  KEYWARD_REDIS_URL: sharedRedis(),
})

async function startWithWrongClock(databaseUrl: string, wrongByMs: number): Promise<NodeProcess> {
  const child = startProcess({
    command: [process.execPath, "--preload", wrongClock, program, "serve", "--port", "0"],
    env: { ...settings(databaseUrl), KEYWARD_TEST_CLOCK_WRONG_BY: String(wrongByMs) },
  })
  const [, port] = await child.waitForOutput(/Keyward listens on \S+:(\d+)/)
  return { ...child, url: `http://127.0.0.1:${port}` }
}

interface Caller {
  readonly rootKey: string
  readonly idempotencyKey?: string | undefined
}

async function post({ url }: Pick<NodeProcess, "url">, operation: string, body: unknown, caller: Caller) {
  const { rootKey, idempotencyKey } = caller
  const response = await fetch(`${url}/v2/${operation}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${rootKey}`,
      "Content-Type": "application/json",
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    body: JSON.stringify(body),
    keepalive: false,
  })
  return response.json()
}

describe("a node in another process", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(1)
  })
  afterAll(() => cluster.stop())

  /** Returns what the response says about the other nodes. */
  const setEnabled = async (keyId: string, enabled: boolean): Promise<string> => {
    const changed = await cluster.nodes[0]?.call("keys.updateKey", { keyId, enabled }, cluster.rootKey)
    expect(changed?.status).toBe(200)
    return changed?.headers.get("server-timing") ?? ""
  }
  const verify = async (node: NodeProcess, key: string): Promise<string> =>
    (await post(node, "keys.verifyKey", { key }, cluster)).data.code
  const enteredNodes = async () => (await cluster.admin`select id from nodes`).length

  test("that is paused and wakes answers nothing from before its pause", async () => {
    const node = await startServe([], settings(cluster.url))
    const { keyId, key } = await cluster.createKey()
    for (const pauseMs of ["until the change has returned", 1_100, 300] as const) {
      await setEnabled(keyId, true)
      expect(await verify(node, key)).toBe("VALID")
      node.kill("SIGSTOP")
      const wake = () => node.kill("SIGCONT")
      const awake = typeof pauseMs === "number" && Bun.sleep(pauseMs).then(wake)
      await setEnabled(keyId, false)
      const verifying = Promise.all(Array.from({ length: 20 }, () => verify(node, key)))
      await (awake || Bun.sleep(500).then(wake))
      expect(new Set(await verifying)).toEqual(new Set(["DISABLED"]))
    }
    node.kill("SIGTERM")
    expect((await node.exit).code).toBe(0)
    expect(await enteredNodes()).toBe(1)
  })

  test("that is killed keeps a change waiting for its lease, and is removed then", async () => {
    const node = await startServe([], settings(cluster.url))
    const { keyId, key } = await cluster.createKey()
    expect(await verify(node, key)).toBe("VALID")
    node.kill("SIGKILL")
    await node.exit
    await setEnabled(keyId, false)
    await until(async () => (await enteredNodes()) === 1)
    // A wait that a lease ends names no nodes, and on a busy machine any wait may be as long.
    await until(async () => (await setEnabled(keyId, true)).endsWith('desc="1 node"'))
  })

  const inTransaction = () =>
    cluster.admin`select pid from pg_stat_activity where datname = current_database()
      and application_name = 'keyward' and state = 'idle in transaction'`

  interface Pause {
    /** What happens to the node before it gets the change. */
    readonly before?: (node: NodeProcess) => Promise<void>
    readonly idempotencyKey?: string
  }
  /** A node that is paused before it sends the commit of a change. */
  const pauseBeforeCommit = async (apiName: string, { before, idempotencyKey }: Pause = {}) => {
    const { proxy, url } = await proxyTo(cluster.url)
    const paused = await startServe([], settings(url))
    await before?.(paused)
    const reached = proxy.loseNext({ text: "commit\0", after: apiName, what: "everything" })
    const caller = { rootKey: cluster.rootKey, idempotencyKey }
    const changing = post(paused, "apis.createApi", { name: apiName }, caller).catch(() => undefined)
    await reached
    paused.kill("SIGSTOP")
    return {
      changing,
      async resumeAfterItsTransaction() {
        await until(async () => (await inTransaction()).length === 0)
        proxy.flow()
        paused.kill("SIGCONT")
      },
      async end() {
        paused.kill("SIGKILL")
        await paused.exit
        proxy.stop()
      },
    }
  }
  const countApis = async (apiName: string): Promise<number> => {
    const apis = await cluster.nodes[0]?.ok("apis.listApis", {}, cluster.rootKey)
    return apis.filter(({ name }: { name: string }) => name === apiName).length
  }

  test("that is paused in the middle of a change keeps those of its workspace waiting, and fails none of them", async () => {
    const paused = await pauseBeforeCommit("never stored")
    const { keyId } = await cluster.createKey()
    await setEnabled(keyId, false)
    expect(await countApis("never stored")).toBe(0)
    await paused.end()
  })

  test("that is paused until the server has ended its transaction stores the change once, or answers 503", async () => {
    const paused = await pauseBeforeCommit("after the pause")
    await paused.resumeAfterItsTransaction()
    const { data, error } = await paused.changing
    // After more than eight seconds it does not run again.
    if (data === undefined)
      expect(error).toMatchObject({ status: 503, type: expect.stringMatching(/service_unavailable$/) })
    expect(await countApis("after the pause")).toBe(data === undefined ? 0 : 1)
    await paused.end()
  })

  /** The others have removed the node, and it does not enter again before this is disposed of. */
  const keepOut = async (node: NodeProcess) => {
    node.kill("SIGSTOP")
    await until(async () => (await enteredNodes()) === 1)
    const held = await cluster.admin.reserve()
    await held`select pg_advisory_lock(${nodesLock})`
    node.kill("SIGCONT")
    return async () => void (await held`select pg_advisory_unlock(${nodesLock})`)
  }

  test.each(["that is in the list of nodes", "that others have removed from the list"])(
    "%s keeps no retry with the same Idempotency-Key waiting while it is paused",
    async (kind) => {
      const apiName = `a node ${kind}`
      const idempotencyKey = crypto.randomUUID()
      let letIn = async () => {}
      const before = async (node: NodeProcess) => {
        if (kind !== "that is in the list of nodes") letIn = await keepOut(node)
      }
      const paused = await pauseBeforeCommit(apiName, { before, idempotencyKey })
      const headers = { "Idempotency-Key": idempotencyKey }
      const retry = () => cluster.nodes[0]?.call("apis.createApi", { name: apiName }, cluster.rootKey, headers)
      try {
        const last = await until(
          async () => {
            const reply = await retry()
            return reply?.status === 200 && reply
          },
          async () => JSON.stringify((await retry())?.body),
          longestRetryMs,
        )
        await letIn()
        await paused.resumeAfterItsTransaction()
        // The paused node may have repeated the change, and found that its claim is gone.
        const { data, error } = await paused.changing
        expect(data ?? error?.status).toEqual(data === undefined ? 503 : last.body.data)
        expect(await countApis(apiName)).toBe(1)
      } finally {
        await letIn()
        await paused.end()
      }
    },
  )

  test("that is paused while it enters does not keep others from entering", async () => {
    const { proxy, url } = await proxyTo(cluster.url)
    const reached = proxy.loseNext({ text: 'insert into "nodes"', what: "everything", after: "" })
    const paused = startCli(["serve", "--port", "0"], settings(url))
    await reached
    paused.kill("SIGSTOP")
    const node = await startServe([], settings(cluster.url))
    paused.kill("SIGKILL")
    node.kill("SIGTERM")
    await Promise.all([paused.exit, node.exit])
    proxy.stop()
  })

  test("whose clock is wrong by an hour goes by that of the database", async () => {
    const [ahead, behind] = await Promise.all([
      startWithWrongClock(cluster.url, 3_600_000),
      startWithWrongClock(cluster.url, -3_600_000),
    ])
    const later = await cluster.createKey({ expires: Date.now() + 1_800_000 })
    const earlier = await cluster.createKey({ expires: Date.now() - 1_800_000 })
    expect(await verify(ahead, later.key)).toBe("VALID")
    expect(await verify(behind, earlier.key)).toBe("EXPIRED")
    for (const node of [ahead, behind]) {
      const created = await post(node, "keys.createKey", { apiId: cluster.apiId }, cluster)
      const { data } = await post(node, "keys.getKey", { keyId: created.data.keyId }, cluster)
      expect(Math.abs(data.createdAt - Date.now())).toBeLessThan(1_800_000)
    }
    for (const node of [ahead, behind]) node.kill("SIGTERM")
    await Promise.all([ahead.exit, behind.exit])
  })
})

describe("a node without Redis", () => {
  test("starts again after it was killed, and is the only one", async () => {
    const cluster = await startCluster(1, { redisUrl: undefined })
    await cluster.nodes[0]?.app.stop()
    const alone = { ...settings(cluster.url), KEYWARD_REDIS_URL: "" }
    const killed = await startServe([], alone)
    killed.kill("SIGKILL")
    await killed.exit
    const restarted = await startServe([], alone)
    const second = startCli(["serve", "--port", "0"], alone)
    expect((await second.exit).code).toBe(1)
    expect(second.stderr()).toContain("Set KEYWARD_REDIS_URL")
    expect(second.stderr().trim().split("\n")).toHaveLength(1)
    restarted.kill("SIGTERM")
    await restarted.exit
    await cluster.stop()
  })
})

describe("a node from which the network swallows everything", () => {
  test("answers nothing from before a change that the others have answered", async () => {
    const cluster = await startCluster(1)
    const { proxy, url } = await proxyTo(cluster.url)
    const [here] = cluster.nodes
    const cutOff = await cluster.start({ databaseUrl: url })
    const { keyId, key } = await cluster.createKey()
    expect(await cluster.verify(cutOff, key)).toBe("VALID")
    proxy.stall("all")
    await here?.ok("keys.updateKey", { keyId, enabled: false }, cluster.rootKey)
    const verifying = Promise.all(Array.from({ length: 5 }, () => cluster.verify(cutOff, key)))
    await Bun.sleep(700)
    proxy.flow()
    expect(new Set(await verifying)).toEqual(new Set(["DISABLED"]))
    await cluster.stop()
    proxy.stop()
  })
})
