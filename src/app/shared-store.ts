import { hostname, uptime } from "node:os"
import { version } from "../../package.json"
import { type NodeOptions, startNode } from "../cluster/node.ts"
import type { Config } from "../config.ts"
import { createNodeMetrics } from "../http/observe/node-metrics.ts"
import { verifierFamilies } from "../http/observe/verifier-metrics.ts"
import { createMint } from "../mint.ts"
import { retryReleases } from "../storage/background/release-retries.ts"
import { createDependencies } from "../storage/cache/cache-dependencies.ts"
import { cachedStore } from "../storage/cache/cached-store.ts"
import { createChangeBell, ringingMemory } from "../storage/change-bell.ts"
import type { StaleIds } from "../storage/port/nodes.ts"
import { propagatingStore } from "../storage/propagating-store.ts"
import { installationOf } from "../storage/sql/queries/installation.ts"
import { sqlStore } from "../storage/sql/store.ts"
import type { Foundation } from "./foundation.ts"
import type { Platform } from "./platform.ts"
import { startHub, waitingForVerifiers, withVerifiers } from "./verifiers.ts"

/** Per kind of record. */
const cacheLimits = { maxEntries: 250_000, maxBytes: 256 * 1024 ** 2 }

export type SharedStore = Awaited<ReturnType<typeof openSharedStore>>

/**
 * The store with its memory, which the memories of other nodes and of verifiers follow: a change returns when all have forgotten
 * what it made stale.
 */
export async function openSharedStore(
  config: Config,
  platform: Platform,
  { foundation, opened }: { readonly foundation: Foundation; readonly opened: AsyncDisposableStack },
) {
  const { engine, leases, metrics, tracing } = foundation
  const dependencies = createDependencies()
  const hub = startHub(config, leases, platform)
  metrics.include(() => verifierFamilies(hub.state()))
  /** Rings for changes of all nodes. */
  const bell = createChangeBell<StaleIds>()
  /** Rings for changes of this process. */
  const ownBell = createChangeBell<readonly string[]>()
  const memory = withVerifiers(ringingMemory(dependencies, bell), hub)
  const node = await joinCluster(config, platform, { foundation, memory, drops: hub })
  opened.defer(() => node?.leave())
  const now = platform.now ?? node?.now ?? Date.now
  const mint = createMint({ ...platform, now })
  const installation = installationOf(engine)
  await installation.ensureChain()
  const secret = await installation.agreeOn("secret", Buffer.from(platform.random(32)).toString("base64"))
  const database = sqlStore(engine, () => mint.id("evt"))
  const cached = cachedStore(tracing.store(platform.wrapStore?.(database) ?? database, engine.name), {
    ...cacheLimits,
    dependencies,
    mayUseCache: node?.mayUseCache ?? (() => true),
    onChange(ids) {
      hub.invalidate(ids)
      bell.ring(ids)
      ownBell.ring(ids)
    },
  })
  const releases = retryReleases(cached.idempotency)
  opened.defer(() => releases.close())
  const waitForNodes = node?.waitUntilPropagated ?? cached.waitUntilPropagated
  const waitUntilPropagated = tracing.propagation(waitingForVerifiers(waitForNodes, hub, leases))
  const store = propagatingStore({ ...cached, idempotency: releases.records, waitUntilPropagated })
  const installationSecret = Buffer.from(secret, "base64")
  return { store, reads: cached.cached, hub, node, bell, ownBell, now, mint, installation, installationSecret }
}

interface JoinOptions extends Pick<NodeOptions, "memory" | "drops"> {
  readonly foundation: Foundation
}

/** The embedded database has a single node, which needs no cluster. */
async function joinCluster(config: Config, platform: Platform, { foundation, memory, drops }: JoinOptions) {
  const { engine, log, metrics } = foundation
  if (engine.nodes === undefined) return undefined
  const nodeMetrics = createNodeMetrics()
  const node = await startNode({
    nodes: engine.nodes,
    about: { version, sharesLimits: config.redisUrl !== undefined || platform.counters !== undefined },
    memory,
    drops,
    describe: () => ({ host: hostname(), ...metrics.load() }),
    report: log.report,
    uptimeClock: () => uptime() * 1_000,
    onPropagated: nodeMetrics.observeInvalidation,
  })
  metrics.include(() => nodeMetrics.families(node.state()))
  return node
}
