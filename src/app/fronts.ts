import { frontCountOf } from "../config/front-slot.ts"
import type { Config } from "../config.ts"
import type { FrontSettings } from "../http/fronts/messages.ts"
import { startPrivateServer } from "../http/fronts/private-server.ts"
import { createFrontRecords } from "../http/fronts/records.ts"
import type { Resource } from "../http/observe/resource.ts"
import type { Handlers } from "../http/server/server.ts"
import type { Service } from "../http/service.ts"
import type { CachedReads } from "../storage/port/cached-reads.ts"
import type { Hub } from "../verifiers/hub.ts"
import { makeDoor } from "./front-door.ts"
import { frontOperations } from "./front-operations.ts"
import type { FrontWatch } from "./front-watch.ts"
import type { Platform } from "./platform.ts"

/** Front processes that are running. */
export interface Fronts {
  /** Resolves once every front serves, or has failed to. */
  readonly ready: Promise<void>
  /** Fronts accept nothing more, finish, report what they have counted, and end. */
  stop(): Promise<void>
}

interface FrontsOptions {
  readonly service: Service
  readonly handlers: Handlers
  readonly hub: Hub
  readonly reads: CachedReads
  readonly host: string
  readonly port: number
  readonly resource: Resource
  readonly watch: FrontWatch
  lendableMs(): number
}

/** Starts the socket for fronts, and the processes. */
export async function startFronts(config: Config, platform: Platform, options: FrontsOptions): Promise<Fronts> {
  const { service, handlers, hub, reads, watch, lendableMs } = options
  const { runFronts } = platform
  if (runFronts === undefined) throw new Error("This program cannot start fronts.")
  const door = await makeDoor(config)
  const settings: FrontSettings = {
    host: options.host,
    port: options.port,
    docsBase: service.docsBase,
    publicOrigin: service.publicOrigin,
    portalOrigin: service.portalOrigin,
    hasDashboard: service.hasDashboard,
    isTraced: service.tracer !== undefined,
    hasVerifiers: config.verifiers > 0,
    trustedProxies: config.trustedProxies,
    verificationLog: config.verificationLog,
    logForm: config.logForm,
    resource: options.resource,
  }
  const server = startPrivateServer(door.newPath, handlers, {
    service,
    hub,
    records: createFrontRecords({ ...service, reads }),
    operations: new Map(frontOperations.map((operation) => [operation.name, operation])),
    settings,
    lendableMs,
    clock: () => performance.now(),
    onCounts(front, counts) {
      service.metrics.add(counts.metrics)
      watch.note(front, counts.use)
    },
    onLost(front) {
      watch.end(front)
      running.kill(front)
    },
  })
  door.open()
  const running = runFronts({ path: door.path, count: frontCountOf(config), report: service.log.report })
  watch.follow({ state: running.state, collectUsage: server.collectUsage })
  const stop = async () => {
    running.stop()
    server.sayGoodbye()
    await running.ended
    await server.close()
    door.remove()
  }
  let stopping: Promise<void> | undefined
  return {
    ready: running.ready,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
