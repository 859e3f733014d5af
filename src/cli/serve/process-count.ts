import { availableParallelism } from "node:os"
import type { Config } from "../../config.ts"
import { UsageError } from "../failure.ts"

/** The configured number of processes. Throws if they could not share their work. */
export function processCount(config: Config): number {
  const { nodesPerHost, databaseUrl, redisUrl, metricsPort } = config
  if (nodesPerHost !== 1 && databaseUrl === undefined) {
    throw new UsageError(
      "KEYWARD_NODES_PER_HOST needs PostgreSQL, because only one process can use the embedded database. Set KEYWARD_DATABASE_URL, or remove KEYWARD_NODES_PER_HOST.",
    )
  }
  const count = nodesPerHost === "auto" ? availableParallelism() : nodesPerHost
  if (count > 1 && process.platform !== "linux") {
    throw new UsageError("KEYWARD_NODES_PER_HOST needs Linux, where processes can share a port. Remove it.")
  }
  if (count > 1 && redisUrl === undefined) {
    throw new UsageError(
      `KEYWARD_NODES_PER_HOST needs Redis, because ${count} processes must share their rate limits. Set KEYWARD_REDIS_URL, or remove KEYWARD_NODES_PER_HOST.`,
    )
  }
  const lastMetricsPort = (metricsPort ?? 1) + count - 1
  if (count > 1 && (metricsPort === 0 || lastMetricsPort > 65_535)) {
    throw new UsageError(
      `KEYWARD_METRICS_PORT must be a number from 1 to ${65_536 - count}, because ${count} processes use consecutive ports.`,
    )
  }
  return count
}
