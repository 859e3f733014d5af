import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { version } from "../../package.json"
import type { Config } from "../config.ts"
import { openCounters } from "../counters/open.ts"
import { damageFamilies } from "../http/observe/damage-metrics.ts"
import { createFolderMetrics } from "../http/observe/folder-metrics.ts"
import { createMetrics } from "../http/observe/metrics.ts"
import { createRequestLog } from "../http/observe/request-log.ts"
import { resourceOf } from "../http/observe/resource.ts"
import { currentProblems } from "../http/pages/problems.ts"
import { createLimiter } from "../http/request/limiter.ts"
import { startAdmission } from "../http/server/load-shedding.ts"
import { createDamageWatch } from "../storage/background/damage-watch.ts"
import { configuredLocation } from "../storage/location.ts"
import { openDatabase } from "../storage/open.ts"
import { readFolders } from "../storage/read-folders.ts"
import { migrations } from "../storage/sql/migrations/index.ts"
import { migrate } from "../storage/sql/migrations/migrate.ts"
import { releaseAbandonedClaims } from "../storage/sql/queries/idempotency.ts"
import type { Platform } from "./platform.ts"
import { openPorts } from "./ports.ts"
import { startTracing } from "./tracing.ts"

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** `Applied 2 migrations: 0101-accounts, 0102-levels.` */
function appliedText(names: readonly string[]): string {
  return `Applied ${names.length} ${names.length === 1 ? "migration" : "migrations"}: ${names.join(", ")}.`
}

interface FoundationOptions {
  /** Closes what is opened here. */
  readonly opened: AsyncDisposableStack
  /** Undefined until the service stops on purpose. */
  stopReason(): string | undefined
}

/** Opens what the service stands on: log, traces, ports, database, counters and metrics. */
export async function openFoundation(config: Config, platform: Platform, { opened, stopReason }: FoundationOptions) {
  const resource = resourceOf({ ...config, version, host: hostname(), instanceId: randomUUID() })
  const log = createRequestLog(platform.writeLog, { form: config.logForm, resource })
  opened.defer(() => {
    const reason = stopReason()
    if (reason !== undefined) log.report("Keyward has stopped.", reason)
    log.close()
  })
  const tracing = await startTracing(config, { resource, version, log, opened })
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
  const applied = await migrate(engine)
  // A new database is no news.
  if (applied.length > 0 && !applied.includes(migrations[0].name))
    log.report("Keyward has updated the schema of the database.", appliedText(applied))
  if (config.databaseUrl === undefined) await releaseAbandonedClaims(engine)
  const { counters, inMemory } = platform.counters
    ? { counters: platform.counters, inMemory: platform.counters }
    : await openCounters(config.redisUrl, { report: log.report, tracer: tracing.tracer })
  opened.defer(() => counters.close())
  const limiter = createLimiter(counters, config.limiterDown)
  const data = location.type === "folder" ? location.path : undefined
  const folderMetrics = createFolderMetrics(() => readFolders({ data, backups: config.backupDir }))
  opened.defer(() => folderMetrics.close())
  const metrics = createMetrics(version)
  opened.defer(() => metrics.close())
  metrics.include(limiter.families)
  metrics.include(folderMetrics.families)
  metrics.include(() => damageFamilies(damage))
  const admission = startAdmission()
  const problems = () =>
    currentProblems({
      refusesMany: admission.refusesMany(performance.now()),
      isDamaged: damage.isDamaged,
      space: folderMetrics.spaceOf("data"),
    })
  return { log, tracing, servers, damage, engine, leases, inMemory, limiter, metrics, admission, problems }
}
