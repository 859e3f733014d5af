import { startCli } from "../cli/cli.ts"
import { operatorKey } from "../crash/node.ts"
import type { ChildProcess } from "../services/child-process.ts"
import { startTcpProxy, type TcpProxy } from "../services/tcp-proxy.ts"

/** Where the pages of customers are, for all nodes: behind one address, as in production. */
export const portalOrigin = "https://keys.example"

/** Runs a node in a separate process, with its own proxies to PostgreSQL and Redis. A killed node can be started again. */
export interface Station {
  readonly number: number
  /** URL of the node that runs now. */
  readonly url: string
  readonly database: TcpProxy
  readonly redis: TcpProxy
  /** The log lines about a request. */
  logOf(requestId: string): string
  pause(): void
  resume(): void
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function openStation(number: number, databaseUrl: string, redisUrl: string): Promise<Station> {
  const database = await startTcpProxy(Number(new URL(databaseUrl).port))
  const redis = await startTcpProxy(Number(new URL(redisUrl).port))
  const env = {
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_DATABASE_URL: through(databaseUrl, database),
    KEYWARD_REDIS_URL: through(redisUrl, redis),
    // All nodes, including replaced ones, share the connection limit of one PostgreSQL.
    KEYWARD_DATABASE_CONNECTIONS: "16",
    KEYWARD_PORTAL_URL: portalOrigin,
    KEYWARD_WEBHOOK_ALLOW: "127.0.0.0/8",
  }
  /** A node ends if the database of a busy machine is late while it starts. A supervisor starts it again. */
  const launch = async (attempts = 20): Promise<{ node: ChildProcess; url: string }> => {
    const launched = startCli(["serve", "--port", "0"], env)
    try {
      const [, port] = await launched.waitForOutput(/Keyward listens on \S+:(\d+)/)
      return { node: launched, url: `http://127.0.0.1:${port}` }
    } catch (error) {
      if (attempts === 1 || !/has not responded|idle-in-transaction/.test(launched.stderr())) throw error
      return launch(attempts - 1)
    }
  }
  let { node, url } = await launch()
  const logs = [node]
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    node.kill(signal)
    await node.exit
  }
  return {
    number,
    get url() {
      return url
    },
    database,
    redis,
    logOf: (requestId) =>
      logs
        .flatMap((each) => each.stderr().split("\n"))
        .filter((line) => line.includes(requestId))
        .join("\n"),
    pause: () => node.kill("SIGSTOP"),
    resume: () => node.kill("SIGCONT"),
    kill: () => end("SIGKILL"),
    async start() {
      const launched = await launch()
      node = launched.node
      logs.push(node)
      url = launched.url
    },
    async stop() {
      await end("SIGTERM")
      database.stop()
      redis.stop()
    },
  }
}

function through(address: string, { port }: TcpProxy): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}
