import { RedisClient } from "bun"
import { findFreePort } from "../../scripts/test/service.ts"
import { type ChildProcess, startProcess } from "./child-process.ts"
import { temporaryFolder } from "./temporary-folder.ts"

/** A Redis without persistence for one test, which can be killed, paused and restarted on the same port. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  command(...parts: readonly string[]): Promise<unknown>
  /** Number of scripts that the server has run since its start. */
  scriptCalls(): Promise<number>
  kill(): Promise<void>
  start(): Promise<void>
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** The server that `npm test` has started; `database` separates tests. */
export function sharedRedisUrl(database: number): string {
  const url = process.env.KEYWARD_TEST_REDIS_URL
  if (!url) throw new Error("There is no Redis server for this test: run through npm test.")
  return `${url}/${database}`
}

export async function startRedisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const folder = temporaryFolder()
  const program = await redisProgram()
  const port = await findFreePort()
  const fixed = [
    "--bind",
    "127.0.0.1",
    "--port",
    String(port),
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder.path,
  ]
  const launch = async (): Promise<ChildProcess> => {
    const launched = startProcess({ command: [program, ...fixed, ...settings] })
    await launched.waitForOutput(/ready to accept connections/i)
    return launched
  }
  let child = await launch()
  const kill = async () => {
    child.kill("SIGKILL")
    await child.exit
  }
  const command = async (...parts: readonly string[]) => ask(port, settings, parts)
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    command,
    async scriptCalls() {
      const stats = String(await command("INFO", "commandstats"))
      const calls = [...stats.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)].map(([, count]) => Number(count))
      return calls.reduce((sum, count) => sum + count, 0)
    },
    kill,
    async start() {
      child = await launch()
    },
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    async stop() {
      await kill()
      folder.remove()
    },
  }
}

async function ask(port: number, settings: readonly string[], [name = "", ...args]: readonly string[]) {
  const password = settings[settings.indexOf("--requirepass") + 1]
  const credentials = settings.includes("--requirepass") ? `:${encodeURIComponent(password ?? "")}@` : ""
  const client = new RedisClient(`redis://${credentials}127.0.0.1:${port}`, { autoReconnect: false })
  try {
    return await client.send(name, args)
  } finally {
    client.close()
  }
}

/** The program of the shared server, as `npm test` has found it. */
async function redisProgram(): Promise<string> {
  const client = new RedisClient(sharedRedisUrl(0))
  const info = String(await client.send("INFO", ["server"]))
  client.close()
  const [, program] = /^executable:(.+?)\r?$/m.exec(info) ?? []
  if (program === undefined) throw new Error("The Redis server does not tell where its program is.")
  return program
}
