import { hostname } from "node:os"
import { version } from "../../package.json"
import { createNodeDirectory } from "../cluster/node-directory.ts"
import type { Config } from "../config.ts"
import { createCookies } from "../http/request/cookies.ts"
import { createCursors } from "../http/request/cursors.ts"
import type { Service } from "../http/service.ts"
import { createStreamMetrics } from "../http/stream/stream-metrics.ts"
import { createStreams } from "../http/stream/streams.ts"
import { createOidcSignIn } from "../oidc/sign-in.ts"
import { createTestDeliveries } from "../operations/shared/webhooks/trial-deliveries.ts"
import { createPasskeys } from "../secrets/passkeys.ts"
import { createVault, type Vault } from "../secrets/vault.ts"
import type { StaleIds } from "../storage/port/nodes.ts"
import { listNodeDetails } from "../storage/sql/queries/node-details.ts"
import { startBackground } from "./background.ts"
import { startBalanceNotices } from "./balance-notices.ts"
import type { Foundation } from "./foundation.ts"
import { startNotices } from "./notices.ts"
import type { Platform } from "./platform.ts"
import { addressesOf } from "./ports.ts"
import type { SharedStore } from "./shared-store.ts"
import { startWebhooks } from "./webhooks.ts"

interface ServiceOptions {
  readonly foundation: Foundation
  readonly shared: SharedStore
  readonly operatorKeyHash: string
  /** Closes what is started here. */
  readonly opened: AsyncDisposableStack
}

/** Starts what works beside the requests, and puts together what requests use. */
export function startService(config: Config, platform: Platform, options: ServiceOptions): Service {
  const { foundation, shared, operatorKeyHash } = options
  const { log, metrics, tracing, limiter, engine } = foundation
  const { store, reads, now, mint, installationSecret } = shared
  const vault = createVault({ encryptionKeys: config.encryptionKeys, installationSecret })
  const { url, portalUrl, docsBase } = addressesOf(config, foundation.servers)
  const { origin } = new URL(url)
  return {
    store,
    fromMemory: { reads, counters: foundation.inMemory },
    limiter,
    admission: foundation.admission,
    testDeliveries: createTestDeliveries(),
    vault,
    mint,
    cursors: createCursors(installationSecret),
    ...startWork(config, platform, { ...options, vault }),
    usageDays: config.usageDays,
    log,
    metrics,
    tracer: tracing.tracer,
    operatorKeyHash,
    nodes: createNodeDirectory({
      clusterId: engine.nodes?.id,
      version,
      startedAt: now(),
      describe: () => ({ host: hostname(), ...metrics.load() }),
      listCluster: () => listNodeDetails(engine),
      problems: foundation.problems,
    }),
    oidc: tracing.oidc(createOidcSignIn(config, { origin, now })),
    passkeys: createPasskeys({ origin, secret: installationSecret }),
    cookies: createCookies({ publicUrl: url, portalUrl, secret: installationSecret }),
    publicOrigin: origin,
    portalOrigin: portalUrl && new URL(portalUrl).origin,
    hasDashboard: config.dashboard === "on",
    docsBase,
    trustedProxies: config.trustedProxies,
    now,
  }
}

interface WorkOptions extends ServiceOptions {
  readonly vault: Vault
}

/** Usage, notices, streams and webhooks. The last two hear of every change. */
function startWork(
  config: Config,
  platform: Platform,
  { foundation, shared, operatorKeyHash, opened, vault }: WorkOptions,
) {
  const { log, metrics, tracing, engine, damage } = foundation
  const { store, node, now, bell, ownBell } = shared
  const holdsLease = node?.mayUseCache
  const common = { store, log, opened, now, everyMs: platform.noticesEveryMs, node: engine.nodes?.id, holdsLease }
  const notices = startNotices(common)
  const background = startBackground(config, {
    ...common,
    engine,
    damage,
    passwordCost: platform.passwordCost,
    usageIntervalMs: platform.usageIntervalMs,
    onUsageStored: notices.usageStored,
  })
  const balances = startBalanceNotices(common)
  ownBell.onRing(balances.changed)
  const streamMetrics = createStreamMetrics()
  metrics.include(streamMetrics.families)
  const streams = createStreams({
    store,
    operatorKeyHash,
    now,
    log,
    metrics: streamMetrics,
    hearsChanges: holdsLease ?? (() => true),
  })
  opened.defer(() => streams.close())
  const webhooks = startWebhooks(config, { ...common, vault, tracer: tracing.tracer })
  metrics.include(webhooks.metrics.families)
  const hear = (ids: StaleIds) => {
    streams.hear(ids)
    webhooks.deliverer?.hear(ids)
  }
  bell.onRing(tracing.listener(hear))
  return { ...background, streams, webhooks: webhooks.sender, balanceWatch: balances.watch }
}
