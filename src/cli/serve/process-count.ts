import { availableParallelism } from "node:os"
import type { Config } from "../../config.ts"
import { UsageError } from "../failure.ts"

/** How many processes the configuration asks for; throws where they could not share their work. */
export function processCount({ nodesPerHost, databaseUrl, redisUrl, metricsPort }: Config): number {
  if (nodesPerHost !== 1 && databaseUrl === undefined) {
    throw new UsageError(
      "KEYWARD_NODES_PER_HOST needs PostgreSQL, since one process at a time can use the embedded database: set KEYWARD_DATABASE_URL, or leave it out.",
    )
  }
  const count = nodesPerHost === "auto" ? availableParallelism() : nodesPerHost
  if (count > 1 && process.platform !== "linux") {
    throw new UsageError("KEYWARD_NODES_PER_HOST needs Linux, where processes can share a port: leave it out.")
  }
  if (count > 1 && redisUrl === undefined) {
    throw new UsageError(
      `KEYWARD_NODES_PER_HOST needs Redis for ${count} processes, which have to share their rate limits: set KEYWARD_REDIS_URL, or leave it out.`,
    )
  }
  const lastMetricsPort = (metricsPort ?? 1) + count - 1
  if (count > 1 && (metricsPort === 0 || lastMetricsPort > 65_535)) {
    throw new UsageError(
      `KEYWARD_METRICS_PORT must be a number from 1 to ${65_536 - count}: each of the ${count} processes takes one, and they follow each other.`,
    )
  }
  return count
}
