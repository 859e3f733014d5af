import { version } from "../package.json"
import { type ClusterNode, startNode } from "./cluster/node.ts"
import type { Config } from "./config.ts"
import { createIdMint } from "./core/ids.ts"
import { mintKeyMaterial } from "./core/key-material.ts"
import type { Counters } from "./counters/counters.ts"
import { createLocalCounters } from "./counters/local.ts"
import { openRedisCounters } from "./counters/redis.ts"
import { firstStart, type Welcome } from "./first-start.ts"
import { createMetrics, type Metrics } from "./http/observe/metrics.ts"
import { createNodeMetrics } from "./http/observe/node-metrics.ts"
import { createRequestLog, type RequestLog } from "./http/observe/request-log.ts"
import { openApiDocumentOnDemand } from "./http/openapi/document.ts"
import { errorExamples } from "./http/openapi/errors.ts"
import { errorPages } from "./http/pages/error-page.ts"
import { livenessPage, readinessPage } from "./http/pages/health.ts"
import { metricsPage } from "./http/pages/metrics.ts"
import { openApiPage } from "./http/pages/openapi.ts"
import { referencePages } from "./http/pages/reference/reference.ts"
import { createCursors } from "./http/request/cursors.ts"
import { createHandlers } from "./http/request/handle.ts"
import { createLimiter, type Limiter } from "./http/request/limiter.ts"
import { createAdmission, executingAtMost, turnEveryMs } from "./http/server/load-shedding.ts"
import { type Servers, takePorts } from "./http/server/ports.ts"
import { createRoutes } from "./http/server/routes.ts"
import { startingHandlers } from "./http/server/starting.ts"
import type { Service } from "./http/service.ts"
import { operations } from "./operations/index.ts"
import type { Mint } from "./operations/operation.ts"
import { sha256 } from "./secrets/hash.ts"
import { createVault } from "./secrets/vault.ts"
import { createDependencies, type Dependencies } from "./storage/cache/cache-dependencies.ts"
import { cachedStore } from "./storage/cache/cached-store.ts"
import { explainFailure } from "./storage/explain-failure.ts"
import { startHousekeeping } from "./storage/housekeeping.ts"
import { lastingReleases } from "./storage/lasting-releases.ts"
import { configuredLocation } from "./storage/location.ts"
import { type OpenDatabase, openDatabase } from "./storage/open.ts"
import { StorageUnavailable } from "./storage/port/unavailable.ts"
import { propagatingStore } from "./storage/propagating-store.ts"
import type { Engine } from "./storage/sql/engine.ts"
import { idempotencyRecords } from "./storage/sql/idempotency.ts"
import { installationOf } from "./storage/sql/installation.ts"
import { migrate } from "./storage/sql/migrate.ts"
import { sqlStore } from "./storage/sql/store.ts"
import { createUsageRecorder } from "./storage/usage/usage-recorder.ts"

/** What app.ts needs from outside besides its configuration; tests put their own clock here. */
export interface Outside {
  /** Absent: the time of the database where several nodes may share it, else that of the machine. */
  now?(): number
  random(length: number): Uint8Array
  writeLog(lines: string): void
}

export interface App {
  readonly port: number
  /** Where the metrics are, if not on the main port. */
  readonly metricsPort: number | undefined
  readonly url: string
  /** What the first start has to show once. */
  readonly welcome: Welcome | undefined
  /** Answers a request without a socket. */
  handle(request: Request): Promise<Response>
  stop(): Promise<void>
}

/** The composition root: turns a configuration into a running service. */
export async function startApp(config: Config, outside: Outside): Promise<App> {
  const log = createRequestLog(outside.writeLog, config.logForm)
  const now = outside.now ?? Date.now
  const starting = startingHandlers({
    mint: createMint({ ...outside, now }),
    log,
    trustedProxies: config.trustedProxies,
    now,
    docsBase: () => addressesOf(config, servers).docsBase,
  })
  // The ports come first: a start that cannot have them changes nothing.
  const servers = takePorts({ ...config, isShared: config.workerSlot !== undefined, starting })
  const location = configuredLocation(config)
  let database: OpenDatabase | undefined
  try {
    database = openDatabase(location, { creates: true, locks: true })
    await migrate(database.engine)
    if (location.type === "folder") await releaseAbandoned(database.engine)
    return await assemble(config, outside, { database, servers, log })
  } catch (error) {
    await database?.close().catch(() => {})
    await servers.stop(0)
    log.close()
    throw explainFailure(location, error)
  }
}

/** What the service is called from outside, and where its errors are explained. */
function addressesOf({ publicUrl, docsBase }: Config, { main }: Servers) {
  const url = publicUrl ?? `http://localhost:${main.port}`
  return { url, docsBase: docsBase ?? url }
}

/** Nobody else has the folder, so whoever held a claim was killed, and its client need not wait until it runs out. */
async function releaseAbandoned(engine: Engine): Promise<void> {
  try {
    await idempotencyRecords(engine).releaseAll()
  } catch (error) {
    // A full disk keeps nobody from reading and verifying, so the claims may as well run out.
    if (!(error instanceof StorageUnavailable)) throw error
  }
}

const drainMs = 10_000
/** Of each kind of record. */
const memory = { maxEntries: 250_000, maxBytes: 256 * 1024 ** 2 }

interface Opened {
  readonly database: OpenDatabase
  readonly servers: Servers
  readonly log: RequestLog
}

async function assemble(config: Config, outside: Outside, opened: Opened): Promise<App> {
  const counters = await openCounters(config, opened.log)
  try {
    return await assembleCounting(config, outside, { ...opened, counters })
  } catch (error) {
    await counters.close()
    throw error
  }
}

async function openCounters({ redisUrl }: Config, { report }: RequestLog): Promise<Counters> {
  return redisUrl === undefined ? createLocalCounters() : openRedisCounters({ url: redisUrl, report })
}

interface Counting extends Opened {
  readonly counters: Counters
}

async function assembleCounting(config: Config, outside: Outside, opened: Counting): Promise<App> {
  const { log } = opened
  const limiter = createLimiter(opened.counters, config.limiterDown)
  const dependencies = createDependencies()
  const nodeMetrics = createNodeMetrics()
  const { nodes } = opened.database.engine
  const node =
    nodes &&
    (await startNode({
      nodes,
      about: { version, sharesLimits: config.redisUrl !== undefined },
      memory: dependencies,
      report: log.report,
      onPropagated: nodeMetrics.observeInvalidation,
    }))
  const more = () => limiter.metrics() + (node === undefined ? "" : nodeMetrics.text(node.state()))
  const metrics = createMetrics({ version, more })
  const now = outside.now ?? node?.now ?? Date.now
  try {
    return await assembleOn({ ...opened, config, outside: { ...outside, now }, node, dependencies, limiter, metrics })
  } catch (error) {
    await node?.leave()
    throw error
  }
}

interface Assembling extends Counting {
  readonly config: Config
  readonly outside: Required<Outside>
  readonly node: ClusterNode | undefined
  readonly dependencies: Dependencies
  readonly limiter: Limiter
  readonly metrics: Metrics
}

async function assembleOn(assembling: Assembling): Promise<App> {
  const { config, outside, database, servers, node, dependencies, log, counters, limiter, metrics } = assembling
  const { engine } = database
  const installation = installationOf(engine)
  const secretText = await installation.agreeOn("secret", Buffer.from(outside.random(32)).toString("base64"))
  const installationSecret = Buffer.from(secretText, "base64")
  const mint = createMint(outside)
  const single = sqlStore(engine, () => mint.id("evt"))
  const cached = cachedStore(single, {
    ...memory,
    dependencies,
    mayRemember: node?.mayRemember ?? (() => true),
  })
  const releases = lastingReleases(cached.idempotency)
  const waitUntilPropagated = node?.waitUntilPropagated ?? cached.waitUntilPropagated
  const store = propagatingStore({ ...cached, idempotency: releases.records, waitUntilPropagated })
  const { operatorKeyHash, welcome } = await firstStart({ config, installation, store, mint, now: outside.now() })
  const usage = createUsageRecorder(store, (error) =>
    log.report("Usage could not be stored; it is tried again.", error),
  )
  const housekeeping = startHousekeeping(store, {
    now: outside.now,
    report: (error) => log.report("What has run out could not be removed; it is tried again.", error),
  })
  const { url, docsBase } = addressesOf(config, servers)
  const admission = createAdmission({ executingAtMost, random: Math.random })
  const turns = setInterval(() => admission.turn(performance.now()), turnEveryMs)
  turns.unref()
  const service: Service = {
    store,
    limiter,
    vault: createVault({ encryptionKeys: config.encryptionKeys, installationSecret }),
    mint,
    cursors: createCursors(installationSecret),
    usage,
    admission,
    log,
    metrics,
    operatorKeyHash,
    docsBase,
    trustedProxies: config.trustedProxies,
    now: outside.now,
  }
  let isStopping = false
  const document = openApiDocumentOnDemand(operations, { version, url, docsBase })
  const pages = [
    livenessPage,
    readinessPage(service, {
      isStopping: () => isStopping,
      nodeState: node?.state,
      isLimiterShown: config.redisUrl !== undefined,
    }),
    openApiPage(document),
    ...referencePages(document),
    ...errorPages({ docsBase, examples: errorExamples(docsBase) }),
    // On a port that is shared a scrape would reach any of the processes.
    ...(servers.metrics === undefined && config.workerSlot === undefined ? [metricsPage(metrics)] : []),
  ]
  const handlers = createHandlers(service, createRoutes(operations, pages))
  servers.main.serve(handlers)
  servers.metrics?.serve(createHandlers(service, createRoutes([], [metricsPage(metrics)])))
  return {
    port: servers.main.port,
    metricsPort: servers.metrics?.port,
    url,
    welcome,
    handle: (request) => handlers.any(request, { requestIP: () => ({ address: "in-process" }) }),
    async stop() {
      isStopping = true
      await servers.stop(drainMs)
      clearInterval(turns)
      await housekeeping.close()
      await releases.close()
      await usage.close()
      await counters.close()
      metrics.close()
      log.close()
      await node?.leave()
      await database.close()
    },
  }
}

function createMint({ now, random }: Required<Outside>): Mint {
  return {
    id: createIdMint({ now, random }),
    key({ prefix, byteLength }) {
      const material = mintKeyMaterial({ prefix: prefix ?? undefined, bytes: random(byteLength) })
      return { ...material, hash: sha256(material.plaintext) }
    },
  }
}
