import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { version } from "../package.json"
import type { Config } from "./config.ts"
import { createIdMint } from "./core/ids.ts"
import { mintKeyMaterial } from "./core/key-material.ts"
import { createLocalCounters } from "./counters/local.ts"
import { firstStart, type Welcome } from "./first-start.ts"
import { createCursors } from "./http/cursors.ts"
import { createHandler } from "./http/handle.ts"
import { createMetrics } from "./http/metrics.ts"
import { openApiDocument } from "./http/openapi.ts"
import { livenessPage, readinessPage } from "./http/pages/health.ts"
import { metricsPage } from "./http/pages/metrics.ts"
import { openApiPage } from "./http/pages/openapi.ts"
import { createRequestLog } from "./http/request-log.ts"
import { createRoutes } from "./http/routes.ts"
import { listen, type RunningServer } from "./http/server.ts"
import type { Service } from "./http/service.ts"
import { operations } from "./operations/index.ts"
import type { Mint } from "./operations/operation.ts"
import { sha256 } from "./secrets/hash.ts"
import { createVault } from "./secrets/vault.ts"
import { openPostgres } from "./storage/postgres.ts"
import type { Engine } from "./storage/sql/engine.ts"
import { installationOf } from "./storage/sql/installation.ts"
import { migrate } from "./storage/sql/migrate.ts"
import { sqlStore } from "./storage/sql/store.ts"
import { openSqlite } from "./storage/sqlite.ts"
import { createUsageRecorder } from "./storage/usage-recorder.ts"

/** What app.ts needs from outside besides its configuration; tests put their own clock here. */
export interface Outside {
  now(): number
  random(length: number): Uint8Array
  writeLog(line: string): void
}

export interface App {
  readonly port: number
  readonly url: string
  /** What the first start has to show once. */
  readonly welcome: Welcome | undefined
  stop(): Promise<void>
}

/** The composition root: turns a configuration into a running service. */
export async function startApp(config: Config, outside: Outside): Promise<App> {
  const engine = openEngine(config)
  try {
    return await serve(config, outside, engine)
  } catch (error) {
    await engine.close().catch(() => {})
    throw error
  }
}

export function openEngine({ databaseUrl, dataDir }: Config): Engine {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openSqlite(join(dataDir, "keyward.db"))
}

const drainMs = 10_000

async function serve(config: Config, outside: Outside, engine: Engine): Promise<App> {
  await migrate(engine)
  const server = listen(config)
  try {
    return await assemble(config, outside, { engine, server })
  } catch (error) {
    await server.stop(0)
    throw error
  }
}

interface Opened {
  readonly engine: Engine
  readonly server: RunningServer
}

async function assemble(config: Config, outside: Outside, { engine, server }: Opened): Promise<App> {
  const installation = installationOf(engine)
  const secretText = await installation.settle("secret", Buffer.from(outside.random(32)).toString("base64"))
  const installationSecret = Buffer.from(secretText, "base64")
  const mint = createMint(outside)
  const store = sqlStore(engine, () => mint.id("evt"))
  const { operatorKeyHash, welcome } = await firstStart({ config, installation, store, mint, now: outside.now() })
  const usage = createUsageRecorder(store)
  const counters = createLocalCounters()
  const url = config.publicUrl ?? `http://localhost:${server.port}`
  const metrics = createMetrics({ version })
  const service: Service = {
    operations,
    store,
    counters,
    vault: createVault({ encryptionKey: config.encryptionKey, installationSecret }),
    mint,
    cursors: createCursors(installationSecret),
    usage,
    log: createRequestLog(outside.writeLog, config.logForm),
    metrics,
    operatorKeyHash,
    docsBase: config.docsBase ?? url,
    trustedProxies: config.trustedProxies,
    now: outside.now,
    hash: sha256,
  }
  let isStopping = false
  const document = openApiDocument(operations, { version, url, docsBase: service.docsBase })
  const pages = [
    livenessPage,
    readinessPage(service, () => isStopping),
    openApiPage(document),
    metricsPage(metrics),
  ]
  server.serve(createHandler(service, createRoutes(operations, pages)))
  return {
    port: server.port,
    url,
    welcome,
    async stop() {
      isStopping = true
      await server.stop(drainMs)
      await usage.close()
      await counters.close()
      metrics.close()
      await store.close()
    },
  }
}

function createMint({ now, random }: Outside): Mint {
  return {
    id: createIdMint({ now, random }),
    key({ prefix, byteLength }) {
      const material = mintKeyMaterial({ prefix: prefix ?? undefined, bytes: random(byteLength) })
      return { ...material, hash: sha256(material.plaintext) }
    },
  }
}
