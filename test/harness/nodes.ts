import { randomBytes } from "node:crypto"
import { SQL } from "bun"
import { type App, startApp } from "../../src/app.ts"
import { readConfig } from "../../src/config.ts"
import type { Hub } from "../../src/verifiers/hub.ts"
import { createMigratedDatabase } from "../services/postgres.ts"
import { cheapPasswords, usageIntervalMs } from "./harness.ts"
import { repeatIfBusy } from "./repeat-if-busy.ts"

/** One of several nodes on a database, called without a socket, which is fast enough for thousands of rounds. */
export interface TestNode {
  readonly app: App
  readonly log: readonly string[]
  call(operation: string, body: unknown, key?: string, headers?: SentHeaders): Promise<Received>
  /** As `call`, but repeats a 503, throws unless the status is 200, and returns `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Received.
  ok(operation: string, body: unknown, key?: string): Promise<any>
  get(path: string): Promise<Response>
}

type SentHeaders = Readonly<Record<string, string>>

interface Received {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what really came back.
  readonly body: any
}

export interface TestCluster {
  readonly url: string
  readonly admin: SQL
  readonly rootKey: string
  readonly workspaceId: string
  readonly apiId: string
  readonly nodes: readonly TestNode[]
  start(options?: NodeOptions): Promise<TestNode>
  /** The code of a verification at this node. */
  verify(node: TestNode, key: string): Promise<string>
  createKey(more?: Readonly<Record<string, unknown>>): Promise<{ readonly keyId: string; readonly key: string }>
  stop(): Promise<void>
}

export interface NodeOptions {
  /** Usually through a proxy. */
  readonly databaseUrl?: string
  readonly redisUrl?: string | undefined
  /** Replaces the hub of verifiers by one that breaks a rule. */
  readonly wrapHub?: (hub: Hub) => Hub
  /** Where browsers reach all nodes. */
  readonly publicUrl?: string
}

export const operatorKey = "operator-key-of-the-nodes"

/** A database with a workspace and an API, and this many nodes. */
export async function startCluster(count: number, everyNode: NodeOptions = {}): Promise<TestCluster> {
  const database = await createMigratedDatabase()
  const admin = new SQL(database.url, { max: 2 })
  const nodes: TestNode[] = []
  const start = async (options: NodeOptions = {}) => {
    const node = await startTestNode({ databaseUrl: database.url, redisUrl: sharedRedis(), ...options })
    nodes.push(node)
    return node
  }
  for (let index = 0; index < count; index++) await start(everyNode)
  const [first] = nodes
  if (first === undefined) throw new Error("A cluster needs a node.")
  const { workspaceId, rootKey } = await first.ok("workspaces.createWorkspace", { name: "Test" }, operatorKey)
  const { apiId } = await first.ok("apis.createApi", { name: "Test" }, rootKey)
  return {
    url: database.url,
    admin,
    rootKey,
    workspaceId,
    apiId,
    nodes,
    start,
    verify: async (node, key) => (await node.ok("keys.verifyKey", { key }, rootKey)).code,
    createKey: (more = {}) => first.ok("keys.createKey", { apiId, ...more }, rootKey),
    async stop() {
      await Promise.all(nodes.map(({ app }) => app.stop()))
      await admin.close()
      await database.drop()
    },
  }
}

export function sharedRedis(): string {
  const url = process.env.KEYWARD_TEST_REDIS_URL
  if (url === undefined) throw new Error("There is no Redis server for this test: run through npm test.")
  return url
}

interface TestNodeOptions extends NodeOptions {
  readonly databaseUrl: string
}

export async function startTestNode({ databaseUrl, redisUrl, publicUrl, wrapHub }: TestNodeOptions): Promise<TestNode> {
  const log: string[] = []
  const environment = {
    KEYWARD_PORT: "0",
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_DATABASE_URL: databaseUrl,
    ...(redisUrl !== undefined && { KEYWARD_REDIS_URL: redisUrl }),
    ...(publicUrl !== undefined && { KEYWARD_PUBLIC_URL: publicUrl }),
  }
  const { config } = readConfig({ environment, isTerminal: false })
  const app = await startApp(config, {
    ...(wrapHub && { wrapHub }),
    random: (length) => randomBytes(length),
    passwordCost: cheapPasswords,
    usageIntervalMs,
    writeLog: (lines) => log.push(...lines.trimEnd().split("\n")),
  })
  const call: TestNode["call"] = async (operation, body, key = operatorKey, more = {}) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...more }
    const request = new Request(`http://node/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
    const response = await app.handle(request)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const ok: TestNode["ok"] = async (operation, body, key) => {
    const { status, body: answer } = await repeatIfBusy(() => call(operation, body, key))
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  return {
    app,
    log,
    call,
    ok,
    get: (path) => app.handle(new Request(`http://node${path}`)),
  }
}
