import { randomUUID } from "node:crypto"
import { hostname, uptime } from "node:os"
import { version } from "../package.json"
import { startBackground } from "./app/background.ts"
import { startBalanceNotices } from "./app/balance-notices.ts"
import { createFrontWatch } from "./app/front-watch.ts"
import { startFronts } from "./app/fronts.ts"
import { startNotices } from "./app/notices.ts"
import type { App, Platform } from "./app/platform.ts"
import { addressesOf, openPorts } from "./app/ports.ts"
import { startTracing } from "./app/tracing.ts"
import { startHub, verifierEndpoint, waitingForVerifiers, withVerifiers } from "./app/verifiers.ts"
import { startWebhooks } from "./app/webhooks.ts"
import { startNode } from "./cluster/node.ts"
import { createNodeDirectory } from "./cluster/node-directory.ts"
import { frontCountOf } from "./config/front-slot.ts"
import type { Config } from "./config.ts"
import { verifierBounds } from "./contract/verifier.ts"
import { openCounters } from "./counters/open.ts"
import { firstStart } from "./first-start.ts"
import { forwardAuthPaths } from "./http/gateway/forward-auth.ts"
import { createHandlers } from "./http/handlers/handle.ts"
import { damageFamilies } from "./http/observe/damage-metrics.ts"
import { createFolderMetrics } from "./http/observe/folder-metrics.ts"
import { createMetrics } from "./http/observe/metrics.ts"
import { createNodeMetrics } from "./http/observe/node-metrics.ts"
import { createRequestLog } from "./http/observe/request-log.ts"
import { resourceOf } from "./http/observe/resource.ts"
import { verifierFamilies } from "./http/observe/verifier-metrics.ts"
import { openDashboard } from "./http/pages/dashboard/files.ts"
import { metricsPage } from "./http/pages/metrics.ts"
import { servicePages } from "./http/pages/pages.ts"
import { currentProblems } from "./http/pages/problems.ts"
import { createCookies } from "./http/request/cookies.ts"
import { createCursors } from "./http/request/cursors.ts"
import { createLimiter } from "./http/request/limiter.ts"
import { createRoutes } from "./http/server/routes.ts"
import type { Service } from "./http/service.ts"
import { createStreamMetrics } from "./http/stream/stream-metrics.ts"
import { createStreams } from "./http/stream/streams.ts"
import { createMint } from "./mint.ts"
import { createOidcSignIn } from "./oidc/sign-in.ts"
import { operations } from "./operations/index.ts"
import { createSetupLink } from "./operations/shared/people/create-setup-link.ts"
import { createPasskeys } from "./secrets/passkeys.ts"
import { createVault } from "./secrets/vault.ts"
import { createDamageWatch } from "./storage/background/damage-watch.ts"
import { retryReleases } from "./storage/background/release-retries.ts"
import { createDependencies } from "./storage/cache/cache-dependencies.ts"
import { cachedStore } from "./storage/cache/cached-store.ts"
import { createChangeBell, ringingMemory } from "./storage/change-bell.ts"
import { explainFailure } from "./storage/explain-failure.ts"
import { configuredLocation } from "./storage/location.ts"
import { openDatabase } from "./storage/open.ts"
import type { StaleIds } from "./storage/port/nodes.ts"
import { propagatingStore } from "./storage/propagating-store.ts"
import { readFolders } from "./storage/read-folders.ts"
import { migrate } from "./storage/sql/migrations/migrate.ts"
import { releaseAbandonedClaims } from "./storage/sql/queries/idempotency.ts"
import { installationOf } from "./storage/sql/queries/installation.ts"
import { listNodeDetails } from "./storage/sql/queries/node-details.ts"
import { sqlStore } from "./storage/sql/store.ts"

export type { App, Platform } from "./app/platform.ts"

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
  const resource = resourceOf({ ...config, version, host: hostname(), instanceId: randomUUID() })
  const log = createRequestLog(platform.writeLog, { form: config.logForm, resource })
  let stopReason: string | undefined
  opened.defer(() => {
    if (stopReason !== undefined) log.report("Keyward has stopped.", stopReason)
    log.close()
  })
  const { tracer, ...traced } = await startTracing(config, { resource, version, log, opened })
  // Ports come first, so that a start without its ports changes nothing.
  const servers = openPorts(config, { now: platform.now ?? Date.now, random: platform.random, log })
  opened.defer(() => servers.stop(0))
  const location = configuredLocation(config)
  const damage = createDamageWatch(location, log.report)
  const { engine, leases, close } = openDatabase(location, {
    creates: true,
    locks: true,
    onDamage: damage.on("database"),
  })
  opened.defer(close)
  opened.defer(() => damage.close())
  await migrate(engine)
  if (config.databaseUrl === undefined) await releaseAbandonedClaims(engine)
  const { counters, inMemory } = platform.counters
    ? { counters: platform.counters, inMemory: platform.counters }
    : await openCounters(config.redisUrl, { report: log.report, tracer })
  opened.defer(() => counters.close())
  const limiter = createLimiter(counters, config.limiterDown)
  const dependencies = createDependencies()
  const bell = createChangeBell()
  const hub = startHub(config, leases, platform)
  const nodeMetrics = createNodeMetrics()
  const data = location.type === "folder" ? location.path : undefined
  const folderMetrics = createFolderMetrics(() => readFolders({ data, backups: config.backupDir }))
  opened.defer(() => folderMetrics.close())
  const nodeFamilies = () => (node === undefined ? [] : nodeMetrics.families(node.state()))
  const streamMetrics = createStreamMetrics()
  const more = () => [
    ...limiter.families(),
    ...folderMetrics.families(),
    ...damageFamilies(damage),
    ...nodeFamilies(),
    ...streamMetrics.families(),
    ...verifierFamilies(hub.state()),
    ...webhooks.metrics.families(),
    ...frontWatch.families(),
  ]
  const frontWatch = createFrontWatch(config)
  const metrics = createMetrics({ version, more, fronts: frontWatch.use })
  opened.defer(() => metrics.close())
  const describe = () => ({ host: hostname(), ...metrics.load() })
  // The embedded database has a single node, which needs no cluster.
  const node =
    engine.nodes &&
    (await startNode({
      nodes: engine.nodes,
      about: { version, sharesLimits: config.redisUrl !== undefined || platform.counters !== undefined },
      memory: withVerifiers(ringingMemory(dependencies, bell), hub),
      drops: hub,
      describe,
      report: log.report,
      uptimeClock: () => uptime() * 1_000,
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
  let onOwnChange: (ids: readonly string[]) => void = () => {}
  const onChange = (ids: readonly string[]) => {
    hub.invalidate(ids)
    bell.ring(ids)
    onOwnChange(ids)
  }
  const memory = { ...cacheLimits, dependencies, mayUseCache: node?.mayUseCache ?? (() => true), onChange }
  const cached = cachedStore(traced.store(platform.wrapStore?.(database) ?? database, engine.name), memory)
  const releases = retryReleases(cached.idempotency)
  opened.defer(() => releases.close())
  const waitForNodes = node?.waitUntilPropagated ?? cached.waitUntilPropagated
  const waitUntilPropagated = traced.propagation(waitingForVerifiers(waitForNodes, hub, leases))
  const store = propagatingStore({ ...cached, idempotency: releases.records, waitUntilPropagated })
  const { operatorKeyHash, welcome } = await firstStart({
    config,
    installation,
    store,
    mint,
    now: now(),
    beforeKeys: () => platform.beforeFirstKeys?.(),
  })
  const notices = startNotices({
    store,
    log,
    opened,
    now,
    node: engine.nodes?.id,
    holdsLease: node?.mayUseCache,
    everyMs: platform.noticesEveryMs,
  })
  let gatherUsage = async () => {}
  const background = startBackground(config, {
    store,
    engine,
    damage,
    log,
    passwordCost: platform.passwordCost,
    usageIntervalMs: platform.usageIntervalMs,
    opened,
    now,
    onUsageStored: notices.usageStored,
    gatherUsage: frontCountOf(config) === 0 ? undefined : () => gatherUsage(),
  })
  const balanceNotices = startBalanceNotices({ store, log, opened, now, everyMs: platform.noticesEveryMs })
  onOwnChange = balanceNotices.changed
  const streams = createStreams({
    store,
    operatorKeyHash,
    now,
    log,
    metrics: streamMetrics,
    hearsChanges: node?.mayUseCache ?? (() => true),
  })
  opened.defer(() => streams.close())
  const vault = createVault({ encryptionKeys: config.encryptionKeys, installationSecret })
  const webhooks = startWebhooks(config, {
    store,
    vault,
    log,
    opened,
    now,
    node: engine.nodes?.id,
    holdsLease: node?.mayUseCache,
    tracer,
  })
  const hear = (ids: StaleIds) => {
    streams.hear(ids)
    webhooks.deliverer?.hear(ids)
  }
  bell.onRing(traced.listener(hear))
  const { url, portalUrl, docsBase } = addressesOf(config, servers)
  const problems = () =>
    currentProblems({
      isDamaged: damage.isDamaged,
      space: folderMetrics.spaceOf("data"),
      hasFailingFronts: frontWatch.hasFailing(),
    })
  const service: Service = {
    store,
    fromMemory: { reads: cached.cached, counters: inMemory },
    limiter,
    vault,
    mint,
    cursors: createCursors(installationSecret),
    ...background,
    webhooks: webhooks.sender,
    balanceWatch: balanceNotices.watch,
    streams,
    usageDays: config.usageDays,
    log,
    metrics,
    tracer,
    operatorKeyHash,
    nodes: createNodeDirectory({
      clusterId: engine.nodes?.id,
      version,
      startedAt: now(),
      describe,
      listCluster: () => listNodeDetails(engine),
      problems,
      fronts: frontWatch.report,
    }),
    oidc: traced.oidc(createOidcSignIn(config, { origin: new URL(url).origin, now })),
    passkeys: createPasskeys({ origin: new URL(url).origin, secret: installationSecret }),
    cookies: createCookies({ publicUrl: url, portalUrl, secret: installationSecret }),
    publicOrigin: new URL(url).origin,
    portalOrigin: portalUrl && new URL(portalUrl).origin,
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
    fronts: frontWatch.report,
  }
  // On a shared port, a scrape would reach a random process.
  const showsMetrics = servers.metrics === undefined && config.workerSlot === undefined
  const hasPages = service.hasDashboard || portalUrl !== undefined
  const files = hasPages ? await openDashboard(log) : new Map()
  const pages = servicePages({ service, readiness, version, url, showsMetrics, files })
  const lendableMs = () => node?.leaseLeftMs() ?? verifierBounds.leaseMs
  const verifiers = verifierEndpoint(config, {
    service,
    hub,
    reads: cached.cached,
    installationSecret,
    lendableMs,
    wrapVerifiers: (parts) => platform.wrapVerifiers?.(parts) ?? parts,
  })
  const routes = createRoutes(operations, [...pages, ...verifiers.pages], forwardAuthPaths)
  const handlers = createHandlers(service, routes)
  const allHandlers = { ...handlers, sockets: verifiers.sockets }
  servers.main.serve(allHandlers)
  servers.metrics?.serve(createHandlers(service, createRoutes([], [metricsPage(metrics)])))
  damage.startChecks()
  const fronts =
    frontCountOf(config) === 0
      ? undefined
      : await startFronts(config, platform, {
          service,
          handlers: allHandlers,
          hub,
          reads: cached.cached,
          host: config.host,
          port: servers.main.port,
          resource,
          watch: frontWatch,
          lendableMs,
        })
  if (fronts !== undefined) gatherUsage = fronts.collectUsage
  opened.defer(() => fronts?.stop())
  await fronts?.ready
  return {
    port: servers.main.port,
    metricsPort: servers.metrics?.port,
    url,
    welcome,
    async createSetupLink() {
      // Its page would not exist.
      if (!service.hasDashboard) return undefined
      const token = await createSetupLink({ store, token: mint.token(), now: now() })
      return token && `${url}/setup#${token}`
    },
    nodeState: node?.state,
    isTraced: tracer !== undefined,
    handle: (request) => handlers.any(request, { requestIP: () => ({ address: "in-process" }) }),
    async stop(reason = "without a signal") {
      stopReason = reason
      // A stream never finishes, and its reader can continue at another node.
      streams.close()
      const frontsEnded = fronts?.stop() ?? Promise.resolve()
      await Promise.all([servers.stop(drainMs), frontsEnded.then(hub.close).then(leases.clear)])
      verifiers.sockets?.close()
      await opened.disposeAsync()
    },
  }
}

const drainMs = 10_000
/** Per kind of record. */
const cacheLimits = { maxEntries: 250_000, maxBytes: 256 * 1024 ** 2 }
