import { hostname } from "node:os"
import { version } from "../package.json"
import { startBackground } from "./app/background.ts"
import { addressesOf, openPorts } from "./app/ports.ts"
import { startNode } from "./cluster/node.ts"
import { createNodeDirectory } from "./cluster/node-directory.ts"
import type { Config } from "./config.ts"
import { openCounters } from "./counters/open.ts"
import { firstStart, type Welcome } from "./first-start.ts"
import { damageText } from "./http/observe/damage-metrics.ts"
import { createFolderMetrics } from "./http/observe/folder-metrics.ts"
import { createMetrics } from "./http/observe/metrics.ts"
import { createNodeMetrics } from "./http/observe/node-metrics.ts"
import { createRequestLog } from "./http/observe/request-log.ts"
import { openDashboard } from "./http/pages/dashboard/files.ts"
import { metricsPage } from "./http/pages/metrics.ts"
import { servicePages } from "./http/pages/pages.ts"
import { storageProblems } from "./http/pages/problems.ts"
import { createCookies } from "./http/request/cookies.ts"
import { createCursors } from "./http/request/cursors.ts"
import { createHandlers } from "./http/request/handle.ts"
import { createLimiter } from "./http/request/limiter.ts"
import { createRoutes } from "./http/server/routes.ts"
import type { Service } from "./http/service.ts"
import { createMint } from "./mint.ts"
import { createOidcSignIn } from "./oidc/sign-in.ts"
import { operations } from "./operations/index.ts"
import { createSetupLink } from "./operations/shared/people/create-setup-link.ts"
import { createPasskeys } from "./secrets/passkeys.ts"
import type { PasswordCost } from "./secrets/password-thread.ts"
import { createVault } from "./secrets/vault.ts"
import { createDamageWatch } from "./storage/background/damage-watch.ts"
import { retryReleases } from "./storage/background/release-retries.ts"
import { createDependencies } from "./storage/cache/cache-dependencies.ts"
import { cachedStore } from "./storage/cache/cached-store.ts"
import { explainFailure } from "./storage/explain-failure.ts"
import { configuredLocation } from "./storage/location.ts"
import { openDatabase } from "./storage/open.ts"
import type { NodeState } from "./storage/port/nodes.ts"
import type { Store } from "./storage/port/store.ts"
import { propagatingStore } from "./storage/propagating-store.ts"
import { readFolders } from "./storage/read-folders.ts"
import { migrate } from "./storage/sql/migrations/migrate.ts"
import { releaseAbandonedClaims } from "./storage/sql/queries/idempotency.ts"
import { installationOf } from "./storage/sql/queries/installation.ts"
import { listNodeDetails } from "./storage/sql/queries/node-details.ts"
import { sqlStore } from "./storage/sql/store.ts"

/** The clock, the random source and the log of the process. Tests pass their own clock. */
export interface Platform {
  /** Default: the database's time if several nodes can share it, otherwise the machine's. */
  now?(): number
  random(length: number): Uint8Array
  writeLog(lines: string): void
  /** Default: the recommended cost. Tests use a cheaper one. */
  readonly passwordCost?: PasswordCost
  /** Default: that of the recorder. Tests that read usage use a shorter one. */
  readonly usageIntervalMs?: number
  /** Called before the keys of the first start are created. It throws if they could not be shown to the operator. */
  beforeFirstKeys?(): void
  /** Tests pass a store that runs every change twice. */
  wrapStore?(store: Store): Store
}

export interface App {
  readonly port: number
  /** Undefined if the metrics are on the main port. */
  readonly metricsPort: number | undefined
  readonly url: string
  /** Shown once, after the first start. */
  readonly welcome: Welcome | undefined
  /** Replaces the link to the setup page. Returns undefined if the installation has a user, or no pages for people. */
  createSetupLink(): Promise<string | undefined>
  /** What this node knows of itself, without a look at the database. Undefined on SQLite, which has one node. */
  readonly nodeState: (() => NodeState) | undefined
  /** Handles a request without a socket. */
  handle(request: Request): Promise<Response>
  /** The last line of the log names the reason. Without that line, the process was killed or has crashed. */
  stop(reason?: string): Promise<void>
}

/** The composition root: starts a service from a configuration. Closes everything in reverse order. */
export async function startApp(config: Config, platform: Platform): Promise<App> {
  const location = configuredLocation(config)
  const opened = new AsyncDisposableStack()
  try {
    return await assemble(config, platform, opened)
  } catch (error) {
    await opened.disposeAsync().catch(() => {})
    throw explainFailure(location, error)
  }
}

async function assemble(config: Config, platform: Platform, opened: AsyncDisposableStack): Promise<App> {
  const log = createRequestLog(platform.writeLog, config.logForm)
  let stopReason: string | undefined
  opened.defer(() => {
    if (stopReason !== undefined) log.report("Keyward has stopped.", stopReason)
    log.close()
  })
  // Ports come first, so that a start without its ports changes nothing.
  const servers = openPorts(config, { now: platform.now ?? Date.now, random: platform.random, log })
  opened.defer(() => servers.stop(0))
  const location = configuredLocation(config)
  const damage = createDamageWatch(location, log.report)
  const { engine, close } = openDatabase(location, { creates: true, locks: true, onDamage: damage.on("database") })
  opened.defer(close)
  opened.defer(() => damage.close())
  await migrate(engine)
  if (config.databaseUrl === undefined) await releaseAbandonedClaims(engine)
  const { counters, inMemory } = await openCounters(config.redisUrl, log.report)
  opened.defer(() => counters.close())
  const limiter = createLimiter(counters, config.limiterDown)
  const dependencies = createDependencies()
  const nodeMetrics = createNodeMetrics()
  const data = location.type === "folder" ? location.path : undefined
  const folderMetrics = createFolderMetrics(() => readFolders({ data, backups: config.backupDir }))
  opened.defer(() => folderMetrics.close())
  const nodeText = () => (node === undefined ? "" : nodeMetrics.text(node.state()))
  const more = () => limiter.metrics() + folderMetrics.text() + damageText(damage) + nodeText()
  const metrics = createMetrics({ version, more })
  opened.defer(() => metrics.close())
  const describe = () => ({ host: hostname(), ...metrics.load() })
  // The embedded database has a single node, which needs no cluster.
  const node =
    engine.nodes &&
    (await startNode({
      nodes: engine.nodes,
      about: { version, sharesLimits: config.redisUrl !== undefined },
      memory: dependencies,
      describe,
      report: log.report,
      onPropagated: nodeMetrics.observeInvalidation,
    }))
  opened.defer(() => node?.leave())
  const now = platform.now ?? node?.now ?? Date.now
  const installation = installationOf(engine)
  await installation.ensureChain()
  const secretText = await installation.agreeOn("secret", Buffer.from(platform.random(32)).toString("base64"))
  const installationSecret = Buffer.from(secretText, "base64")
  const mint = createMint({ ...platform, now })
  const database = sqlStore(engine, () => mint.id("evt"))
  const memory = { ...cacheLimits, dependencies, mayUseCache: node?.mayUseCache ?? (() => true) }
  const cached = cachedStore(platform.wrapStore?.(database) ?? database, memory)
  const releases = retryReleases(cached.idempotency)
  opened.defer(() => releases.close())
  const waitUntilPropagated = node?.waitUntilPropagated ?? cached.waitUntilPropagated
  const store = propagatingStore({ ...cached, idempotency: releases.records, waitUntilPropagated })
  const { operatorKeyHash, welcome } = await firstStart({
    config,
    installation,
    store,
    mint,
    now: now(),
    beforeKeys: () => platform.beforeFirstKeys?.(),
  })
  const background = startBackground(config, {
    store,
    engine,
    damage,
    log,
    passwordCost: platform.passwordCost,
    usageIntervalMs: platform.usageIntervalMs,
    opened,
    now,
  })
  const { url, docsBase } = addressesOf(config, servers)
  const problems = () => storageProblems({ isDamaged: damage.isDamaged, space: folderMetrics.spaceOf("data") })
  const service: Service = {
    store,
    fromMemory: { reads: cached.cached, counters: inMemory },
    limiter,
    vault: createVault({ encryptionKeys: config.encryptionKeys, installationSecret }),
    mint,
    cursors: createCursors(installationSecret),
    ...background,
    usageDays: config.usageDays,
    log,
    metrics,
    operatorKeyHash,
    nodes: createNodeDirectory({
      clusterId: engine.nodes?.id,
      version,
      startedAt: now(),
      describe,
      listCluster: () => listNodeDetails(engine),
      problems,
    }),
    oidc: createOidcSignIn(config, { origin: new URL(url).origin, now }),
    passkeys: createPasskeys({ origin: new URL(url).origin, secret: installationSecret }),
    cookies: createCookies({ publicUrl: url, secret: installationSecret }),
    publicOrigin: new URL(url).origin,
    hasDashboard: config.dashboard === "on",
    docsBase,
    trustedProxies: config.trustedProxies,
    now,
  }
  const readiness = {
    isStopping: () => stopReason !== undefined,
    nodeState: node?.state,
    isLimiterShown: config.redisUrl !== undefined,
    problems,
  }
  // On a shared port, a scrape would reach a random process.
  const showsMetrics = servers.metrics === undefined && config.workerSlot === undefined
  const dashboard = service.hasDashboard ? await openDashboard(log) : undefined
  const pages = servicePages({ service, readiness, version, url, showsMetrics, dashboard })
  const handlers = createHandlers(service, createRoutes(operations, pages))
  servers.main.serve(handlers)
  servers.metrics?.serve(createHandlers(service, createRoutes([], [metricsPage(metrics)])))
  damage.startChecks()
  return {
    port: servers.main.port,
    metricsPort: servers.metrics?.port,
    url,
    welcome,
    async createSetupLink() {
      // Its page would not exist.
      if (dashboard === undefined) return undefined
      const token = await createSetupLink({ store, token: mint.token(), now: now() })
      return token && `${url}/setup#${token}`
    },
    nodeState: node?.state,
    handle: (request) => handlers.any(request, { requestIP: () => ({ address: "in-process" }) }),
    async stop(reason = "without a signal") {
      stopReason = reason
      await servers.stop(drainMs)
      await opened.disposeAsync()
    },
  }
}

const drainMs = 10_000
/** Per kind of record. */
const cacheLimits = { maxEntries: 250_000, maxBytes: 256 * 1024 ** 2 }
