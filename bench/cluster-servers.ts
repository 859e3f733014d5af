import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { RedisClient, SQL } from "bun"
import { preparePostgres } from "../scripts/test/postgres.ts"
import { startRedis } from "../scripts/test/redis.ts"
import { makeRunFolder } from "../scripts/test/run-folder.ts"
import { findFreePort, type Service } from "../scripts/test/service.ts"
import { operatorKey } from "./processes.ts"
import { processorMicros } from "./processor-time.ts"

/** A node in its own process. */
export interface Node {
  readonly port: number
  readonly pid: number
  signal(signal: "SIGSTOP" | "SIGCONT"): void
  stop(): Promise<void>
}

/** A PostgreSQL and a Redis for nodes, and a folder for a node with an embedded database. */
export interface ClusterServers {
  /** Creates another database on the same server and returns its address. */
  createDatabase(name: string): Promise<string>
  startClustered(databaseUrl?: string, checkout?: string): Promise<Node>
  startEmbedded(): Promise<Node>
  /** The processor time of Redis since its start. */
  redisMicros(): Promise<number>
  /** The processor time of the processes of PostgreSQL that run now. */
  postgresMicros(): Promise<number>
  close(): Promise<void>
}

// Production settings: a commit is on disk before the response.
const settings = ["max_connections=200", "shared_buffers=128MB"]

/** Returns undefined if no Redis is available. */
export async function openClusterServers(): Promise<ClusterServers | undefined> {
  const redisProgram = Bun.which("redis-server") ?? Bun.which("valkey-server")
  if (redisProgram === null) return undefined
  const folder = makeRunFolder()
  const dataDir = mkdtempSync(join(tmpdir(), "keyward-bench-"))
  const services: Service[] = []
  const close = async () => {
    await Promise.all(services.map((service) => service.stop()))
    for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
  }
  const start = async (service: Service): Promise<string> => {
    services.push(service)
    await service.ready
    return service.url
  }
  try {
    const databaseUrl = await start((await preparePostgres(folder, settings)).start())
    const redisUrl = await start(await startRedis(redisProgram, folder))
    return {
      createDatabase: (name) => createDatabase(databaseUrl, name),
      startClustered: (url = databaseUrl, checkout) =>
        startNode({ KEYWARD_DATABASE_URL: url, KEYWARD_REDIS_URL: redisUrl }, checkout),
      startEmbedded: () => startNode({ KEYWARD_DATA_DIR: dataDir }),
      redisMicros: () => redisMicros(redisUrl),
      postgresMicros: () => postgresMicros(databaseUrl),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function createDatabase(databaseUrl: string, name: string): Promise<string> {
  const client = new SQL(databaseUrl, { max: 1 })
  await client.unsafe(`create database ${name}`)
  await client.close()
  const url = new URL(databaseUrl)
  url.pathname = name
  return url.href
}

async function redisMicros(redisUrl: string): Promise<number> {
  const client = new RedisClient(redisUrl)
  const info = String(await client.send("INFO", ["cpu"]))
  client.close()
  const seconds = [...info.matchAll(/^used_cpu_(?:user|sys):([\d.]+)/gm)].map(([, each]) => Number(each))
  return seconds.reduce((sum, each) => sum + each, 0) * 1_000_000
}

async function postgresMicros(databaseUrl: string): Promise<number> {
  const client = new SQL(databaseUrl, { max: 1 })
  const rows: { readonly pid: number }[] = await client`select pid from pg_stat_activity where pid <> pg_backend_pid()`
  await client.close()
  return rows.reduce((sum, { pid }) => sum + processorMicros(pid), 0)
}

const ownCheckout = join(import.meta.dir, "..")
const startTimeoutMs = 30_000

async function startNode(storage: Readonly<Record<string, string>>, checkout = ownCheckout): Promise<Node> {
  const port = await findFreePort()
  const child = Bun.spawn([process.execPath, join(checkout, "src", "main.ts"), "serve"], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { PATH: Bun.env.PATH, KEYWARD_PORT: String(port), KEYWARD_OPERATOR_KEY: operatorKey, ...storage },
  })
  const endsAt = performance.now() + startTimeoutMs
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() > endsAt) throw new Error("A node for the bench did not start.")
    await Bun.sleep(20)
  }
  return {
    port,
    pid: child.pid,
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill("SIGCONT")
      child.kill("SIGTERM")
      await child.exited
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  } catch {
    return false
  }
}
