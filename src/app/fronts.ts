import { frontCountOf } from "../config/front-slot.ts"
import type { Config } from "../config.ts"
import type { FrontSettings } from "../http/fronts/messages.ts"
import { startPrivateServer } from "../http/fronts/private-server.ts"
import { createFrontRecords } from "../http/fronts/records.ts"
import type { ProcessUse } from "../http/observe/metrics.ts"
import type { Resource } from "../http/observe/resource.ts"
import type { Handlers } from "../http/server/server.ts"
import type { Service } from "../http/service.ts"
import type { CachedReads } from "../storage/port/cached-reads.ts"
import type { Hub } from "../verifiers/hub.ts"
import { makeDoor } from "./front-door.ts"
import { frontOperations } from "./front-operations.ts"
import type { Platform } from "./platform.ts"

/** Front processes that are running. */
export interface Fronts {
  /** Resolves once every front serves, or has failed to. */
  readonly ready: Promise<void>
  /** Fronts accept nothing more, finish, report what they have counted, and end. */
  stop(): Promise<void>
  /** Resolves once all fronts have reported their usage, or soon. */
  collectUsage(): Promise<void>
}

interface FrontsOptions {
  readonly service: Service
  readonly handlers: Handlers
  readonly hub: Hub
  readonly reads: CachedReads
  readonly host: string
  readonly port: number
  readonly resource: Resource
  readonly use: FrontUse
  lendableMs(): number
}

/** Starts the socket for fronts, and the processes. */
export async function startFronts(config: Config, platform: Platform, options: FrontsOptions): Promise<Fronts> {
  const { service, handlers, hub, reads, use, lendableMs } = options
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
      use.note(front, counts.use)
    },
    onLost(front) {
      use.end(front)
      running.kill(front)
    },
  })
  door.open()
  const running = runFronts({ path: door.path, count: frontCountOf(config), report: service.log.report })
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
    collectUsage: server.collectUsage,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** What the fronts use, for the metrics of this process. */
export interface FrontUse {
  note(front: number, use: ProcessUse): void
  /** Its processor time still counts, because a counter never falls. */
  end(front: number): void
  total(): ProcessUse
}

export function createFrontUse(): FrontUse {
  const running = new Map<number, ProcessUse>()
  let endedCpuSeconds = 0
  return {
    note: (front, use) => void running.set(front, use),
    end(front) {
      endedCpuSeconds += running.get(front)?.cpuSeconds ?? 0
      running.delete(front)
    },
    total() {
      const all = [...running.values()]
      const sum = (of: (use: ProcessUse) => number) => all.reduce((total, use) => total + of(use), 0)
      return {
        cpuSeconds: endedCpuSeconds + sum(({ cpuSeconds }) => cpuSeconds),
        memoryBytes: sum(({ memoryBytes }) => memoryBytes),
      }
    },
  }
}
