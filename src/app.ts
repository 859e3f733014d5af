import { version } from "../package.json"
import { type Foundation, openFoundation } from "./app/foundation.ts"
import type { App, Platform } from "./app/platform.ts"
import { addressesOf } from "./app/ports.ts"
import { startService } from "./app/service.ts"
import { openSharedStore, type SharedStore } from "./app/shared-store.ts"
import { verifierEndpoint } from "./app/verifiers.ts"
import type { Config } from "./config.ts"
import { verifierBounds } from "./contract/verifier.ts"
import { firstStart } from "./first-start.ts"
import { forwardAuthPaths } from "./http/gateway/forward-auth.ts"
import { createHandlers } from "./http/handlers/handle.ts"
import { openDashboard } from "./http/pages/dashboard/files.ts"
import { metricsPage } from "./http/pages/metrics.ts"
import { servicePages } from "./http/pages/pages.ts"
import { createRoutes } from "./http/server/routes.ts"
import type { Service } from "./http/service.ts"
import { operations } from "./operations/index.ts"
import { createSetupLink } from "./operations/shared/people/create-setup-link.ts"
import { explainFailure } from "./storage/explain-failure.ts"
import { configuredLocation } from "./storage/location.ts"

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
  let stopReason: string | undefined
  const foundation = await openFoundation(config, platform, { opened, stopReason: () => stopReason })
  const shared = await openSharedStore(config, platform, { foundation, opened })
  const { store, mint, now, installation, hub, node } = shared
  const { operatorKeyHash, welcome } = await firstStart({
    config,
    installation,
    store,
    mint,
    now: now(),
    beforeKeys: () => platform.beforeFirstKeys?.(),
  })
  const service = startService(config, platform, { foundation, shared, operatorKeyHash, opened })
  const { servers } = foundation
  const { url } = addressesOf(config, servers)
  const handlers = await serve(config, platform, {
    foundation,
    shared,
    service,
    isStopping: () => stopReason !== undefined,
  })
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
    isTraced: service.tracer !== undefined,
    handle: (request) => handlers.any(request, { requestIP: () => ({ address: "in-process" }) }),
    async stop(reason = "without a signal") {
      stopReason = reason
      // A stream never finishes, and its reader can continue at another node.
      service.streams.close()
      const verifiersForgot = hub.close().then(foundation.leases.clear)
      await Promise.all([servers.stop(drainMs), verifiersForgot])
      handlers.sockets?.close()
      await opened.disposeAsync()
    },
  }
}

const drainMs = 10_000

interface Serving {
  readonly foundation: Foundation
  readonly shared: SharedStore
  readonly service: Service
  isStopping(): boolean
}

/** Answers requests from now on. */
async function serve(config: Config, platform: Platform, { foundation, shared, service, isStopping }: Serving) {
  const { servers, problems } = foundation
  const { hub, node, reads, installationSecret } = shared
  const { url, portalUrl } = addressesOf(config, servers)
  const lendableMs = () => node?.leaseLeftMs() ?? verifierBounds.leaseMs
  const verifiers = verifierEndpoint(config, {
    service,
    hub,
    reads,
    installationSecret,
    lendableMs,
    wrapVerifiers: (parts) => platform.wrapVerifiers?.(parts) ?? parts,
  })
  const isLimiterShown = config.redisUrl !== undefined
  const readiness = { isStopping, nodeState: node?.state, isLimiterShown, problems }
  // On a shared port, a scrape would reach a random process.
  const showsMetrics = servers.metrics === undefined && config.workerSlot === undefined
  const hasPages = service.hasDashboard || portalUrl !== undefined
  const files = hasPages ? await openDashboard(service.log) : new Map()
  const pages = servicePages({ service, readiness, version, url, showsMetrics, files })
  const routes = createRoutes(operations, [...pages, ...verifiers.pages], forwardAuthPaths)
  const handlers = { ...createHandlers(service, routes), sockets: verifiers.sockets }
  servers.main.serve(handlers)
  servers.metrics?.serve(createHandlers(service, createRoutes([], [metricsPage(service.metrics)])))
  foundation.damage.startChecks()
  return handlers
}
